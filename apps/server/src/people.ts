import type { Database } from "@trovella/db";
import type { Config } from "./config.ts";
import type { Identity } from "./http/authenticate.ts";

export interface NewOwner {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly organizationName: string;
}

/** What the commands ask of the identity code. */
export interface People {
  /** The first person of this server, who owns its first organization; refused when there is one already. */
  createOwner(
    owner: NewOwner,
  ): Promise<{ readonly userId: string; readonly organizationId: string }>;
}

/** Without the identity code nobody signs in: personal access tokens are all there is. */
export function openIdentity(): Identity {
  return {
    sessionCookies: [],
    sessionOf: () => Promise.resolve(null),
    grantOf: () => Promise.resolve(null),
  };
}

/** Null in a build without the identity code. */
export function openPeople(_config: Config, _database: Database): People | null {
  return null;
}
