import type { Change, Database, Tenant } from "@trovella/db";
import type { Embedder } from "@trovella/search";

export const PERMISSIONS = ["read", "write", "review"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** On whose behalf a procedure runs. It comes from the connection, never from input. */
export interface ApiCaller {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly userName: string;
  readonly permissions: ReadonlySet<Permission>;
}

/** What all procedures share: made once per process. */
export interface ApiServices {
  readonly database: Database;
  /** Makes searches find by meaning; null when there is none or not yet. */
  embedder(): Promise<Embedder | null>;
  /** Told what a procedure changed, once that is committed. */
  announce(change: Change): void;
  now(): Date;
  /** Told of what should not happen, with the id that the caller was given. */
  onFailure(error: unknown, correlationId: string): void;
}

export interface ApiContext {
  readonly services: ApiServices;
  readonly caller: ApiCaller;
}
