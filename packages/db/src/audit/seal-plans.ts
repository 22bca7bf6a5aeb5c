import type { Database } from "../connection/database.ts";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import {
  type Tenant,
  type TenantContext,
  withBackgroundContext,
} from "../connection/tenant-context.ts";
import { hashEntry } from "./audit-entry.ts";
import type { AuditKey } from "./audit-key.ts";
import { appendLeaf, EMPTY_TREE, edgeRoot, type TreeEdge } from "./merkle-tree.ts";
import { signCheckpoint } from "./signed-note.ts";

export interface Sealing {
  readonly key: AuditKey;
  /** The server's public name, the first part of every origin. */
  readonly host: string;
  readonly now: () => Date;
}

/** Bounds the transaction; what is left goes into the next checkpoint. */
const MAX_LEAVES = 5_000;
const HASH_BYTES = 32;

export interface SealOptions {
  /** Only these plans; by default all of the organization. */
  readonly planIds?: readonly string[];
  /** Whether to wait for another process that is sealing, rather than leave it to that one. */
  readonly waits?: boolean;
}

/**
 * Seals where the audit log of every changed plan ends: appends leaves to the organization's tree and signs its new root.
 * Returns how many plans it sealed.
 */
export async function sealPlans(
  database: Database,
  tenant: Tenant,
  sealing: Sealing,
  { planIds, waits = false }: SealOptions = {},
): Promise<number> {
  const query = planIds ? execution(READ_CHANGED_OF, [planIds]) : execution(READ_CHANGED);
  let total = 0;
  for (;;) {
    const sealed = await withBackgroundContext(database, tenant, async (context) => {
      if (!(await lockTree(context, waits))) return 0;
      return sealChanged(context, await queryRows<ChangedPlan>(context, query), sealing);
    });
    total += sealed;
    if (sealed < MAX_LEAVES) return total;
  }
}

const TRY_LOCK = defineStatement(
  "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 4739)) AS locked",
);
const LOCK = defineStatement(
  "SELECT true AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended($1, 4739))) AS waited",
);

async function lockTree(context: TenantContext, waits: boolean): Promise<boolean> {
  const key = JSON.stringify([context.tenant.organizationId, "audit_leaf"]);
  const [row] = await queryRows<{ locked: boolean }>(
    context,
    execution(waits ? LOCK : TRY_LOCK, [key]),
  );
  return row?.locked === true;
}

/** In the order in which they were created; a plan that is sealed as it is has a leaf with its head. */
const changedPlans = (condition: string) =>
  defineStatement(`
    SELECT id, audit_seq::integer AS seq, encode(audit_head, 'hex') AS head FROM research_plan AS plan
    WHERE ${condition} AND NOT EXISTS (
      SELECT FROM audit_leaf WHERE plan_id = plan.id AND seq = plan.audit_seq AND head = plan.audit_head)
    ORDER BY id LIMIT ${MAX_LEAVES}`);
const READ_CHANGED = changedPlans("true");
const READ_CHANGED_OF = changedPlans("id = ANY ($1::text[])");
const READ_EDGE = defineStatement(
  "SELECT size::integer AS size, encode(edge, 'hex') AS edge FROM audit_checkpoint ORDER BY audit_checkpoint.size DESC LIMIT 1",
);
const INSERT_LEAVES = defineStatement(`
  INSERT INTO audit_leaf (organization_id, position, plan_id, seq, head, hash)
  SELECT $1, $2::bigint + place - 1, plan_id, seq, decode(head, 'hex'), decode(hash, 'hex')
  FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[]) WITH ORDINALITY AS leaf (plan_id, seq, head, hash, place)`);
const INSERT_CHECKPOINT = defineStatement(`
  INSERT INTO audit_checkpoint (organization_id, size, root, edge, note, created_at, public_key)
  VALUES ($1, $2, $3::bytea, $4::bytea, $5, $6, $7::bytea)`);

interface ChangedPlan {
  readonly id: string;
  readonly seq: number;
  readonly head: string;
}

async function sealChanged(
  context: TenantContext,
  plans: readonly ChangedPlan[],
  { key, host, now }: Sealing,
): Promise<number> {
  const { organizationId } = context.tenant;
  if (plans.length === 0) return 0;
  const before = await readEdge(context);
  const hashes = plans.map(({ id, seq, head }) => leafHash({ planId: id, seq, head }));
  const tree = hashes.reduce(appendLeaf, before);
  const checkpoint = {
    origin: `${host}/${organizationId}`,
    size: tree.size,
    root: edgeRoot(tree),
    at: now(),
  };
  await context.send([
    execution(INSERT_LEAVES, [
      organizationId,
      before.size,
      plans.map(({ id }) => id),
      plans.map(({ seq }) => seq),
      plans.map(({ head }) => head),
      hashes,
    ]),
    execution(INSERT_CHECKPOINT, [
      organizationId,
      tree.size,
      `\\x${checkpoint.root}`,
      `\\x${tree.hashes.join("")}`,
      signCheckpoint(checkpoint, key),
      checkpoint.at,
      `\\x${key.publicKey.toString("hex")}`,
    ]),
  ]);
  return plans.length;
}

/** Where a plan's audit log ended, as a leaf of the tree. */
export function leafHash(leaf: { planId: string; seq: number; head: string }): string {
  return hashEntry({ v: 1, ...leaf });
}

async function readEdge(context: TenantContext): Promise<TreeEdge> {
  const [row] = await queryRows<{ size: number; edge: string }>(context, execution(READ_EDGE));
  return row ? { size: row.size, hashes: splitHashes(row.edge) } : EMPTY_TREE;
}

/** The hashes that stand one after the other in a column. */
function splitHashes(text: string): string[] {
  const length = HASH_BYTES * 2;
  return Array.from({ length: text.length / length }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}
