import type { Tenant } from "@trovella/db";
import type { Permission } from "@trovella/foundation";

/** The user on whose behalf a request runs. It comes from the connection, never from input. */
export interface Caller {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly permissions: ReadonlySet<Permission>;
  /** The session of tool calls that name none; null over HTTP. */
  readonly sessionId: string | null;
  /** The session of a user who signed in with a browser, in local mode of the console's page; null for programs. */
  readonly browserSessionId: string | null;
  /**
   * Whether the request comes from a page of the console that a person has open, rather than from a program. False for
   * a page where the review PIN is still missing.
   */
  readonly isPerson: boolean;
  /** The name of the token or OAuth client, else the User-Agent, for clients that do not name themselves. */
  readonly clientName: string | null;
}

/** Everything that tools ask for. */
export const ALL_PERMISSIONS: ReadonlySet<Permission> = new Set(["read", "write", "review"]);

const MAX_NAME_CHARACTERS = 100;

/** Clients choose their own names, so control characters are removed and the length is limited. */
export function shortClientName(name: unknown): string | null {
  if (typeof name !== "string" || name.length === 0) return null;
  return name.toWellFormed().replace(/\p{C}/gu, "").slice(0, MAX_NAME_CHARACTERS);
}
