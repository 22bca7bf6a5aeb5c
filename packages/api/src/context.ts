import type { ConnectableClient } from "@trovella/connect";
import type { Database, Tenant } from "@trovella/db";
import type { Change } from "@trovella/db/changes";
import type { WebhookSending } from "@trovella/notifications";
import type { Caller, OnFailure } from "@trovella/research";
import type { Embedder } from "@trovella/search";
import type { ApiPeople } from "./api-people.ts";

export interface ServerSettings {
  readonly mode: "local";
  readonly dataDirectory: string;
  readonly database: "embedded" | "external";
  readonly stallThresholdMs: number;
  readonly embedder: "local" | "remote" | "none";
  readonly securityLogDays: number;
  readonly extraction: { readonly provider: string; readonly model: string } | null;
}

/** What one organization may use; null without a limit. */
export interface OrganizationLimits {
  readonly maxStoredBytes: number | null;
  readonly maxDailyTokens: number | null;
}

export interface ApiServices {
  readonly database: Database;
  /** Enables semantic search; null when there is none or not yet. */
  embedder(): Promise<Embedder | null>;
  /** Notified of what a procedure changed, once that is committed. */
  announce(change: Change): void;
  /** Null in local mode, which has no sign-in. */
  readonly people: ApiPeople | null;
  /** Asks for the review PIN in local mode; null in team mode, where people sign in. */
  readonly reviewLock: { unlock(sessionId: string, pin: string): Promise<void> } | null;
  /** How clients are connected to the server at this origin. */
  clientsAt(origin: string): readonly ConnectableClient[];
  readonly notifications: {
    readonly sending: WebhookSending;
    readonly hasMail: boolean;
    /** Notified when webhooks or settings were changed. */
    onChanged(): void;
  };
  /** Invented research for newcomers, done in the name of the caller. What is there already is left alone. */
  loadSample(caller: Caller): Promise<void>;
  /** Null in team mode, where not every reader of the console may see them. */
  readonly settings: ServerSettings | null;
  /** When the newest automatic backup was made; null without one, and in team mode. */
  lastBackupAt(): Date | null;
  readonly limits: OrganizationLimits;
  /** How long a step of a new plan may stay silent. */
  readonly stallThresholdMs: number;
  /** How long an assistant has for the document of a plan before the server composes one; with 0 it never does. */
  readonly documentAfterMs: number;
  /** Notified when something searchable was stored. */
  onStored(tenant: Tenant): void;
  now(): Date;
  readonly onFailure: OnFailure;
}

export interface ApiContext {
  readonly services: ApiServices;
  readonly caller: Caller;
}
