import { hash } from "node:crypto";
import type { Json } from "@trovella/foundation";
import { canonicalJson } from "../connection/seal-json.ts";

/** An audit row of a plan, with every value as the database gives it back. Digests and hashes are hexadecimal. */
export interface AuditEntry {
  readonly id: string;
  readonly planId: string;
  readonly seq: number;
  readonly planVersion: number;
  readonly eventType: string;
  readonly action: string;
  /** In UTC with microseconds, the precision of the database. */
  readonly at: string;
  readonly actor: {
    readonly userId: string | null;
    readonly client: string | null;
    readonly via: string;
    readonly sessionId: string | null;
  };
  /** The event enters by its digest, so that the chain can be checked without it. */
  readonly payloadDigest: string;
}

/** The head of a plan without audit rows. */
export const EMPTY_HEAD = "0".repeat(64);

/** The hash of a row and of all rows before it. */
export function entryHash(entry: AuditEntry, previous: string): string {
  return hashText(entryText(entry, previous));
}

/** Canonical JSON, spelled out because every event passes through it. */
export function entryText(entry: AuditEntry, previous: string): string {
  const { id, planId, seq, planVersion, eventType, action, at, actor, payloadDigest } = entry;
  const { client, sessionId, userId, via } = actor;
  return (
    `{"action":${quoted(action)},"actor":{"client":${quoted(client)},"sessionId":${quoted(sessionId)},` +
    `"userId":${quoted(userId)},"via":${quoted(via)}},"at":${quoted(at)},"eventType":${quoted(eventType)},` +
    `"id":${quoted(id)},"payload":"${payloadDigest}","planId":${quoted(planId)},"planVersion":${planVersion},` +
    `"prev":"${previous}","seq":${seq},"v":1}`
  );
}

function quoted(text: string | null): string {
  return JSON.stringify(text);
}

/** The hash of a leaf's canonical JSON. */
export function hashEntry(value: Json): string {
  return hashText(canonicalJson(value));
}

/** With the prefix of RFC 6962: what is hashed as an entry can never be taken for an inner node of a tree. */
function hashText(text: string): string {
  return digestText(`\0${text}`);
}

/** An event as it is stored: canonical, so that equal events have equal texts. */
export function eventText(event: unknown): string {
  return canonicalJson(event as Json, "event", Number.POSITIVE_INFINITY);
}

export function digestText(text: string): string {
  return hash("sha256", text, "hex");
}

/** A moment of this process in the form of `AuditEntry.at`. */
export function entryTime(at: Date): string {
  return at.toISOString().replace("Z", "000Z");
}

/** The same form of a column. */
export function entryTimeOf(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
