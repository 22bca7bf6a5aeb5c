import { channel } from "node:diagnostics_channel";
import type { Json } from "@trovella/foundation";
import type { Database } from "../connection/database.ts";
import { newId } from "../connection/new-id.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { SECURITY_EVENTS, type SecurityEventKind } from "../schema/security-event-kinds.ts";
import { subscriberNetwork } from "./client-network.ts";
import { type IdentityTransaction, inIdentityTransaction } from "./identity-transaction.ts";
import { listMemberships } from "./organizations.ts";
import { RefusalWindows } from "./refusal-windows.ts";
import { type Actor, currentOrigin, type RequestOrigin } from "./request-origin.ts";

export interface SecuritySubject {
  readonly kind:
    | "user"
    | "token"
    | "app"
    | "invitation"
    | "organization"
    | "plan"
    | "artifact"
    | "output"
    | "webhook"
    | "link"
    | "server";
  readonly id: string | null;
  readonly label: string | null;
}

export interface NewSecurityEvent {
  readonly kind: SecurityEventKind;
  /** Null for an attempt that belongs to no organization: no tenant sees it, only the operator. */
  readonly organizationId: string | null;
  /** By default the user of the current request. */
  readonly actor?: Actor | null;
  readonly subject?: SecuritySubject;
  readonly before?: Json;
  readonly after?: Json;
}

/** What subscribers of the channel receive; `error` when the row could not be written. */
export interface SecurityEventMessage {
  readonly event: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

/** Every event is published here too, for the log of the process. */
export const SECURITY_EVENT_CHANNEL = channel("trovella:security-event");

/** The `organization_id` of events that belong to none. Ids of organizations begin with a prefix. */
export const SERVER_ORGANIZATION_ID = "server";

/**
 * Records what has happened, with the address and the credential of the current request. It never fails: an event that
 * cannot be stored is still published. Refusals are bounded, see RefusalWindows.
 */
export async function recordSecurityEvent(
  database: Database,
  event: NewSecurityEvent,
): Promise<void> {
  const complete = withOrigin(event, currentOrigin());
  if (!("isRefusal" in SECURITY_EVENTS[event.kind])) return store(database, complete, 1);
  const { organizationId, kind, origin, subject } = complete;
  const network = origin.address === null ? null : subscriberNetwork(origin.address);
  const key = JSON.stringify([organizationId, kind, network, subject?.id, subject?.label]);
  const summary = { kind, organizationId, origin: { ...origin, address: null }, actor: null };
  return windowsOf(database).add(key, complete, summary);
}

/** For each organization of the user, whose owners may all want to know; without any, for the operator. */
export async function recordForUser(
  database: Database,
  userId: string,
  event: Omit<NewSecurityEvent, "organizationId">,
): Promise<void> {
  const memberships = await listMemberships(database, userId);
  const ids = memberships.map(({ organizationId }) => organizationId);
  for (const organizationId of ids.length > 0 ? ids : [null]) {
    await recordSecurityEvent(database, { ...event, organizationId });
  }
}

/** Within a transaction of the identity tables, so that nothing is changed without a record. */
export async function writeSecurityEvent(
  transaction: IdentityTransaction,
  event: NewSecurityEvent,
): Promise<void> {
  await insert(transaction, withOrigin(event, currentOrigin()), 1);
}

/** Within a transaction of a tenant, for an event of that organization. */
export async function saveSecurityEvent(
  context: TenantContext,
  event: Omit<NewSecurityEvent, "organizationId">,
): Promise<void> {
  const complete = withOrigin({ ...event, ...context.tenant }, currentOrigin());
  await context.send([insertion(complete, 1)]);
  publish(complete, 1);
}

/** Writes the refusals that are only counted so far; to be called before the database closes. */
export function flushSecurityEvents(database: Database): Promise<void> {
  return windowsOf(database).flush();
}

interface CompleteEvent extends NewSecurityEvent {
  readonly organizationId: string;
  readonly origin: RequestOrigin;
  readonly actor: Actor | null;
}

const windows = new WeakMap<Database, RefusalWindows<CompleteEvent>>();

function windowsOf(database: Database): RefusalWindows<CompleteEvent> {
  const known = windows.get(database);
  if (known) return known;
  const created = new RefusalWindows<CompleteEvent>((event, count) =>
    store(database, event, count),
  );
  windows.set(database, created);
  return created;
}

function withOrigin(event: NewSecurityEvent, origin: RequestOrigin): CompleteEvent {
  const { organizationId, actor = origin.actor } = event;
  return { ...event, organizationId: organizationId ?? SERVER_ORGANIZATION_ID, origin, actor };
}

async function store(database: Database, event: CompleteEvent, count: number): Promise<void> {
  try {
    await inIdentityTransaction(database, (transaction) => insert(transaction, event, count));
  } catch (error) {
    publish(event, count, error);
  }
}

async function insert(
  transaction: IdentityTransaction,
  event: CompleteEvent,
  count: number,
): Promise<void> {
  const { statement, values } = insertion(event, count);
  await transaction.query("SELECT set_config('app.organization_id', $1, true)", [
    event.organizationId,
  ]);
  await transaction.query(statement.text, [...values]);
  publish(event, count);
}

const COLUMNS = [
  "organization_id",
  "id",
  "kind",
  "count",
  "actor_user_id",
  "actor_name",
  "credential_kind",
  "credential_id",
  "credential_name",
  "ip_address",
  "subject_kind",
  "subject_id",
  "subject_label",
  "before",
  "after",
];

const INSERT = defineStatement(
  `INSERT INTO public.security_event (${COLUMNS.join(", ")})
   VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(", ")})`,
);

function insertion(event: CompleteEvent, count: number): Execution {
  const { origin, subject, actor } = event;
  const { credential } = origin;
  return execution(INSERT, [
    event.organizationId,
    newId("securityEvent"),
    event.kind,
    count,
    text(actor?.userId),
    text(actor?.name),
    credential.kind,
    text(credential.id),
    text(credential.name),
    text(origin.address),
    text(subject?.kind),
    text(subject?.id),
    text(subject?.label),
    json(event.before),
    json(event.after),
  ]);
}

function publish(event: CompleteEvent, count: number, error?: unknown): void {
  const { origin, ...rest } = event;
  const { credential, address } = origin;
  const message: SecurityEventMessage = {
    event: { ...rest, credential, address, count },
    ...(error !== undefined && { error }),
  };
  SECURITY_EVENT_CHANNEL.publish(message);
}

const MAX_TEXT_LENGTH = 300;
const MAX_JSON_LENGTH = 2_000;

/** A refused e-mail address may be any text; PostgreSQL takes no NUL. */
function text(value: string | null | undefined): string | null {
  return value?.replaceAll("\u0000", "").slice(0, MAX_TEXT_LENGTH).toWellFormed() ?? null;
}

function json(value: Json | undefined): string | null {
  if (value === undefined) return null;
  const written = JSON.stringify(value).replaceAll("\\u0000", "");
  return written.length <= MAX_JSON_LENGTH ? written : JSON.stringify({ tooLong: written.length });
}
