import { type AuditEntry, digestText, entryHash, entryTimeOf, eventText } from "./audit-entry.ts";
import { isWithoutTexts } from "./removed-texts.ts";

/** The columns of an audit row that its entry is made of. */
export const ENTRY_COLUMNS = `id, plan_id, seq, plan_version, event_type, action, ${entryTimeOf("created_at")} AS at,
  actor_user_id, actor_client, actor_via, session_id, payload, encode(payload_digest, 'hex') AS payload_digest`;

/** A stored row with the digest and hash that follow from its values and from the hash before it. */
export interface ChainedRow extends AuditEntry {
  readonly payload: unknown;
  readonly hash: string;
  /** The digest of what is left of the payload, where retention removed texts; null where it is whole. */
  readonly leftDigest: string | null;
}

/** The row with its hash, computed from the columns alone. Without its texts the stored digest stands for the payload. */
export function chainRow(row: Readonly<Record<string, unknown>>, previous: string): ChainedRow {
  const digest = digestText(eventText(row.payload));
  const isWhole = !isWithoutTexts(row.payload);
  const entry = {
    id: row.id,
    planId: row.plan_id,
    seq: Number(row.seq),
    planVersion: Number(row.plan_version),
    eventType: row.event_type,
    action: row.action,
    at: row.at,
    actor: {
      userId: row.actor_user_id,
      client: row.actor_client,
      via: row.actor_via,
      sessionId: row.session_id,
    },
    payloadDigest: isWhole ? digest : row.payload_digest,
  } as AuditEntry;
  const leftDigest = isWhole ? null : digest;
  return { ...entry, payload: row.payload, hash: entryHash(entry, previous), leftDigest };
}
