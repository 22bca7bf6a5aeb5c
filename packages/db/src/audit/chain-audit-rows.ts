import type { ClientBase } from "pg";
import { EMPTY_HEAD } from "./audit-entry.ts";
import { type ChainedRow, chainRow, ENTRY_COLUMNS } from "./audit-rows.ts";

/** Few, since an event may hold a refused result of megabytes. */
const BATCH_ROWS = 100;

const OPEN = `
  DECLARE audit_rows NO SCROLL CURSOR FOR SELECT organization_id, ${ENTRY_COLUMNS} FROM plan_audit_log
  WHERE plan_id IS NOT NULL AND seq IS NOT NULL ORDER BY organization_id, plan_id, seq`;

const SAVE_HASHES = `
  UPDATE plan_audit_log AS log SET payload_digest = decode(digest, 'hex'), entry_hash = decode(hash, 'hex')
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS chained (organization_id, id, digest, hash)
  WHERE log.organization_id = chained.organization_id AND log.id = chained.id`;

const SAVE_HEADS = `
  UPDATE research_plan AS plan SET audit_head = decode(head, 'hex')
  FROM unnest($1::text[], $2::text[], $3::text[]) AS chained (organization_id, id, head)
  WHERE plan.organization_id = chained.organization_id AND plan.id = chained.id`;

type Chained = ChainedRow & { readonly organizationId: string };

/**
 * Chains the rows of a database from before there were hashes, in batches within the migration's transaction: after an
 * interruption it starts again. Rows of deleted plans cannot be chained, since they do not know their plan any more.
 */
export async function chainAuditRows(client: ClientBase): Promise<void> {
  await client.query(OPEN);
  let last: Chained | undefined;
  for (;;) {
    const { rows } = await client.query(`FETCH FORWARD ${BATCH_ROWS} FROM audit_rows`);
    if (rows.length === 0) break;
    const chained: Chained[] = [];
    for (const row of rows) {
      const isNext = last?.planId === row.plan_id && last?.organizationId === row.organization_id;
      last = {
        ...chainRow(row, isNext && last ? last.hash : EMPTY_HEAD),
        organizationId: row.organization_id,
      };
      chained.push(last);
    }
    await saveBatch(client, chained);
  }
  await client.query("CLOSE audit_rows");
}

async function saveBatch(client: ClientBase, rows: readonly Chained[]): Promise<void> {
  const organizations = rows.map(({ organizationId }) => organizationId);
  await client.query(SAVE_HASHES, [
    organizations,
    rows.map(({ id }) => id),
    rows.map(({ payloadDigest }) => payloadDigest),
    rows.map(({ hash }) => hash),
  ]);
  // A plan that goes on in the next batch gets its head there.
  const ends = rows.filter(({ planId, organizationId }, index) => {
    const next = rows[index + 1];
    return next?.planId !== planId || next.organizationId !== organizationId;
  });
  await client.query(SAVE_HEADS, [
    ends.map(({ organizationId }) => organizationId),
    ends.map(({ planId }) => planId),
    ends.map(({ hash }) => hash),
  ]);
}
