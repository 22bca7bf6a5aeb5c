import type { Tenant } from "@trovella/db";
import type { Permission } from "@trovella/foundation";

/** On whose behalf a call is made. It comes from the connection, never from arguments. */
export interface Caller {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly permissions: ReadonlySet<Permission>;
  /** The session of calls that name none; over HTTP there is none. */
  readonly sessionId: string | null;
}

/** The program that calls, as it names itself. */
export interface Client {
  readonly name: string | null;
  readonly version: string | null;
}

/** All that tools ask for. */
export const ALL_PERMISSIONS: ReadonlySet<Permission> = new Set(["read", "write", "review"]);
