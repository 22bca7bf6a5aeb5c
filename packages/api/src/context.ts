import type { ConnectableClient } from "@trovella/connect";
import type { Database, Tenant } from "@trovella/db";
import type { Change } from "@trovella/db/changes";
import type { Permission } from "@trovella/foundation";
import type { Embedder } from "@trovella/search";
import type { ApiPeople } from "./people.ts";

/** On whose behalf a procedure runs. It comes from the connection, never from input. */
export interface ApiCaller {
  readonly tenant: Tenant;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly permissions: ReadonlySet<Permission>;
  /** The session of a person who signed in with a browser; null for tokens, and in local mode. */
  readonly browserSessionId: string | null;
}

/** What the person who runs the server has chosen. */
export interface ServerSettings {
  readonly mode: "local";
  readonly dataDirectory: string;
  readonly database: "embedded" | "external";
  readonly stallThresholdMs: number;
  readonly embedder: "local" | "remote" | "none";
  readonly extraction: { readonly provider: string; readonly model: string } | null;
}

/** What all procedures share: made once per process. */
export interface ApiServices {
  readonly database: Database;
  /** Makes searches find by meaning; null when there is none or not yet. */
  embedder(): Promise<Embedder | null>;
  /** Told what a procedure changed, once that is committed. */
  announce(change: Change): void;
  /** Null in local mode, where nobody signs in. */
  readonly people: ApiPeople | null;
  /** How clients are connected to the server that people reach at this origin. */
  clientsAt(origin: string): readonly ConnectableClient[];
  /** Null where not everybody who reads the console may know them. */
  readonly settings: ServerSettings | null;
  now(): Date;
  /** Told of what should not happen, with the id that the caller was given. */
  onFailure(error: unknown, correlationId: string): void;
}

export interface ApiContext {
  readonly services: ApiServices;
  readonly caller: ApiCaller;
}
