import { appendLeaf, EMPTY_TREE, edgeRoot, type TreeEdge } from "../../audit/merkle-tree.ts";
import { leafHash } from "../../audit/seal-plans.ts";
import { readCheckpoint } from "../../audit/signed-note.ts";
import type { Database } from "../../connection/database.ts";
import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import {
  type Tenant,
  type TenantContext,
  withTenantSnapshot,
} from "../../connection/tenant-context.ts";
import { type Difference, difference } from "./compare-plans.ts";

export interface CheckpointVerification {
  readonly checkpoints: number;
  readonly differenceCount: number;
  readonly differences: readonly Difference[];
}

/** Stands for the plan in a difference that concerns no single plan. */
const AUDIT_TREE = "audit tree";
const PAGE = 1_000;

const READ_CHECKPOINTS = defineStatement(`
  SELECT size::integer AS size, encode(root, 'hex') AS root, encode(edge, 'hex') AS edge, note, created_at AS "createdAt",
    public_key AS "publicKey"
  FROM audit_checkpoint WHERE audit_checkpoint.size > $1 ORDER BY audit_checkpoint.size LIMIT ${PAGE}`);
const READ_LEAVES = defineStatement(`
  SELECT position::integer AS position, plan_id AS "planId", seq::integer AS seq, encode(head, 'hex') AS head, encode(hash, 'hex') AS hash
  FROM audit_leaf WHERE audit_leaf.position > $1 AND audit_leaf.position < $2 ORDER BY audit_leaf.position LIMIT ${PAGE}`);
/** A tombstone tells how far the log of a deleted plan went, and the hash it ended with. */
const FIND_LOST_PLANS = defineStatement(`
  SELECT plan_id AS "planId", max(seq)::integer AS seq FROM audit_leaf AS leaf
  WHERE NOT EXISTS (SELECT FROM research_plan WHERE id = plan_id) AND NOT EXISTS (
    SELECT FROM security_event WHERE subject_id = plan_id AND kind = 'plan_deleted' AND (
      (after ->> 'auditSeq')::bigint > leaf.seq
      OR (after ->> 'auditSeq')::bigint = leaf.seq AND after ->> 'auditHead' = encode(leaf.head, 'hex')))
  GROUP BY plan_id ORDER BY plan_id LIMIT ${PAGE}`);

interface StoredCheckpoint {
  readonly size: number;
  readonly root: string;
  readonly edge: string;
  readonly note: string;
  readonly createdAt: Date;
  readonly publicKey: Buffer;
}

interface StoredLeaf {
  readonly position: number;
  readonly planId: string;
  readonly seq: number;
  readonly head: string;
  readonly hash: string;
}

/**
 * Builds the organization's tree again from its leaves and compares it with every checkpoint, each of which one of the keys
 * must have signed. Finds sealed plans that are gone without a tombstone.
 */
export function verifyCheckpoints(
  database: Database,
  tenant: Tenant,
  publicKeys: readonly Buffer[],
): Promise<CheckpointVerification> {
  return withTenantSnapshot(database, tenant, (context) => compareTree(context, publicKeys));
}

export async function compareTree(
  context: TenantContext,
  publicKeys: readonly Buffer[],
): Promise<CheckpointVerification> {
  const { tenant } = context;
  const differences: Difference[] = [];
  const known = [...publicKeys];
  let checkpoints = 0;
  let tree = EMPTY_TREE;
  for await (const checkpoint of readCheckpoints(context)) {
    for await (const leaf of readLeaves(context, tree.size, checkpoint.size)) {
      differences.push(...compareLeaf(leaf, tree.size));
      tree = appendLeaf(tree, leaf.hash);
    }
    differences.push(...compareCheckpoint(checkpoint, tree, tenant));
    differences.push(...compareKey(checkpoint, known));
    checkpoints += 1;
    // Leaves that are missing are reported once, not with every later checkpoint.
    if (tree.size !== checkpoint.size) break;
  }
  if (differences.length === 0) differences.push(...(await compareRest(context, tree.size)));
  differences.push(...(await findLostPlans(context)));
  return { checkpoints, differenceCount: differences.length, differences };
}

function compareLeaf(leaf: StoredLeaf, position: number): Difference[] {
  const { planId, seq, head, hash } = leaf;
  const expected = leafHash({ planId, seq, head });
  const compare = (name: string, one: unknown, other: unknown) =>
    one === other ? [] : [difference(planId, `leaf ${leaf.position}.${name}`, one, other)];
  return [...compare("position", position, leaf.position), ...compare("hash", expected, hash)];
}

/** A key that is not known is reported once, not with every checkpoint that it signed. */
function compareKey({ size, publicKey }: StoredCheckpoint, known: Buffer[]): Difference[] {
  if (known.some((key) => key.equals(publicKey))) return [];
  known.push(publicKey);
  const expected = "a key of this server, or one that TROVELLA_AUDIT_OLD_KEYS names";
  return [
    difference(AUDIT_TREE, `checkpoint ${size}.publicKey`, expected, publicKey.toString("base64")),
  ];
}

function compareCheckpoint(
  { size, root, edge, note, createdAt, publicKey }: StoredCheckpoint,
  tree: TreeEdge,
  tenant: Tenant,
): Difference[] {
  const place = `checkpoint ${size}`;
  const compare = (name: string, one: unknown, other: unknown) =>
    one === other ? [] : [difference(AUDIT_TREE, `${place}.${name}`, one, other)];
  if (tree.size !== size) return [difference(AUDIT_TREE, `${place}, leaves`, size, tree.size)];
  const signed = readCheckpoint(note, [publicKey]);
  const expected = edgeRoot(tree);
  if (!signed) {
    return [difference(AUDIT_TREE, `${place}.note`, "a note signed with its key", note)];
  }
  return [
    ...compare("root", expected, root),
    ...compare("edge", tree.hashes.join(""), edge),
    ...compare("note, root", expected, signed.root),
    ...compare("note, size", size, signed.size),
    ...compare("note, time", signed.at.getTime(), createdAt.getTime()),
    ...compare("note, organization", true, signed.origin.endsWith(`/${tenant.organizationId}`)),
  ];
}

/** No leaf comes without a checkpoint. */
async function compareRest(context: TenantContext, size: number): Promise<Difference[]> {
  for await (const { planId, position } of readLeaves(context, size, Number.MAX_SAFE_INTEGER)) {
    return [difference(planId, `leaf ${position}`, "a checkpoint", "nothing")];
  }
  return [];
}

async function findLostPlans(context: TenantContext): Promise<Difference[]> {
  const lost = await queryRows<Pick<StoredLeaf, "planId" | "seq">>(
    context,
    execution(FIND_LOST_PLANS),
  );
  return lost.map(({ planId, seq }) =>
    difference(planId, "plan", `a plan that was sealed up to event ${seq}`, "nothing"),
  );
}

async function* readCheckpoints(context: TenantContext): AsyncGenerator<StoredCheckpoint> {
  let last = -1;
  for (;;) {
    const page = await queryRows<StoredCheckpoint>(context, execution(READ_CHECKPOINTS, [last]));
    yield* page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.size ?? last;
  }
}

async function* readLeaves(
  context: TenantContext,
  from: number,
  to: number,
): AsyncGenerator<StoredLeaf> {
  let last = from - 1;
  for (;;) {
    const page = await queryRows<StoredLeaf>(context, execution(READ_LEAVES, [last, to]));
    yield* page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.position ?? last;
  }
}
