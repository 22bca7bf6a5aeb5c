import type { ClientBase } from "pg";
import type { AuditKey } from "../../../db/src/audit/audit-key.ts";
import { chainRow, ENTRY_COLUMNS } from "../../../db/src/audit/audit-rows.ts";
import { appendLeaf, EMPTY_TREE, edgeRoot } from "../../../db/src/audit/merkle-tree.ts";
import { leafHash } from "../../../db/src/audit/seal-plans.ts";
import { signCheckpoint } from "../../../db/src/audit/signed-note.ts";
import type { Random } from "../engine/random.ts";

/** The plan whose record is changed; all of its events are sealed. */
export interface Target {
  readonly organizationId: string;
  readonly planId: string;
  readonly events: number;
  /** Another plan of the organization. */
  readonly otherPlanId: string;
}

interface Tampering {
  readonly client: ClientBase;
  readonly target: Target;
  readonly random: Random;
  /** Of an attacker, who does not have the server's. */
  readonly key: AuditKey;
}

type Change = (tampering: Tampering) => Promise<void>;

const OTHER_TEXTS: Readonly<Record<string, string>> = {
  id: "id || 'x'",
  event_type: "CASE event_type WHEN 'step_started' THEN 'step_completed' ELSE 'step_started' END",
  action: "action || 'x'",
  actor_user_id: "coalesce(actor_user_id || 'x', 'usr_x')",
  actor_client: "coalesce(actor_client || 'x', '')",
  actor_via: "actor_via || 'x'",
  session_id: "coalesce(session_id || 'x', '')",
  plan_version: "plan_version + 1",
  created_at: "created_at + interval '1 microsecond'",
  payload: `payload || '{"rationale": "another"}'`,
  payload_digest: "sha256(payload_digest)",
  entry_hash: "sha256(entry_hash)",
};

/** What somebody who may write to every table could do to a record, by name. */
export const CHANGES: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    Object.entries(OTHER_TEXTS).map(([column, value]) => [
      `plan_audit_log.${column}`,
      (tampering: Tampering) => changeRow(tampering, `${column} = ${value}`),
    ]),
  ),
  "plan_audit_log.step_id": (tampering) =>
    changeRow(
      tampering,
      `step_id = CASE WHEN step_id IS NULL THEN (SELECT id FROM plan_step WHERE organization_id = plan_audit_log.organization_id
         AND plan_id = plan_audit_log.plan_id LIMIT 1) END`,
    ),
  "plan_audit_log.seq": (tampering) => changeRow(tampering, "seq = seq + 1000"),
  "a number of the payload": (tampering) =>
    changeRow(tampering, `payload = jsonb_set(payload, '{at}', '"2026-01-01T00:00:00.001Z"')`),
  "a payload that is said to be pruned": (tampering) =>
    changeRow(
      tampering,
      `payload = jsonb_build_object('type', 'result_refused', 'at', payload -> 'at', 'stepId', payload -> 'stepId',
         'removed', '{"at": "2026-01-01T00:00:00.001Z", "fields": ["result"]}'::jsonb)`,
    ),
  "research_plan.audit_head": ({ client, target }) =>
    onPlan(
      client,
      target,
      "UPDATE research_plan SET audit_head = sha256(audit_head) WHERE id = $2",
    ),
  "a deleted row": ({ client, target, random }) =>
    onPlan(client, target, "DELETE FROM plan_audit_log WHERE plan_id = $2 AND seq = $3", [
      random.between(1, target.events),
    ]),
  "a deleted row, the others renumbered and rehashed": async (tampering) => {
    const { client, target, random } = tampering;
    const seq = random.between(1, target.events);
    await onPlan(client, target, "DELETE FROM plan_audit_log WHERE plan_id = $2 AND seq = $3", [
      seq,
    ]);
    await renumber(tampering, seq, -1);
    await rehash(tampering);
  },
  "an inserted row": async (tampering) => {
    const seq = tampering.random.between(1, tampering.target.events);
    await renumber(tampering, seq, 1);
    await insertCopy(tampering, seq);
  },
  "an inserted row, all rehashed": async (tampering) => {
    const seq = tampering.random.between(1, tampering.target.events);
    await renumber(tampering, seq, 1);
    await insertCopy(tampering, seq);
    await rehash(tampering);
  },
  "two swapped rows": swap,
  "two swapped rows, all rehashed": async (tampering) => {
    await swap(tampering);
    await rehash(tampering);
  },
  "a changed row, all rehashed": async (tampering) => {
    await changeRow(tampering, `payload = payload || '{"rationale": "another"}'`);
    await rehash(tampering);
  },
  "a truncated tail": async (tampering) => {
    const { client, target, random } = tampering;
    const kept = random.between(1, target.events - 1);
    await onPlan(client, target, "DELETE FROM plan_audit_log WHERE plan_id = $2 AND seq > $3", [
      kept,
    ]);
    await rehash(tampering);
  },
  "a row moved to another plan": async (tampering) => {
    const { client, target, random } = tampering;
    await onPlan(
      client,
      target,
      `UPDATE plan_audit_log SET plan_id = $3, seq = 1000 WHERE plan_id = $2 AND seq = $4`,
      [target.otherPlanId, random.between(1, target.events)],
    );
  },
  "a deleted plan": ({ client, target }) =>
    onPlan(client, target, "DELETE FROM research_plan WHERE id = $2"),
  "a record signed again with another key": async (tampering) => {
    await changeRow(tampering, `payload = payload || '{"rationale": "another"}'`);
    await rehash(tampering);
    await resign(tampering);
  },
  "audit_leaf.seq": (tampering) => changeLeaf(tampering, "seq = seq + 1"),
  "audit_leaf.head": (tampering) => changeLeaf(tampering, "head = sha256(head)"),
  "audit_leaf.hash": (tampering) => changeLeaf(tampering, "hash = sha256(hash)"),
  "audit_leaf.plan_id": (tampering) => changeLeaf(tampering, "plan_id = plan_id || 'x'"),
  "audit_leaf.position": (tampering) => changeLeaf(tampering, "position = position + 1000"),
  "a deleted leaf": ({ client, target }) =>
    onPlan(client, target, "DELETE FROM audit_leaf WHERE plan_id = $2"),
  "audit_checkpoint.size": (tampering) => changeCheckpoint(tampering, "size = size + 1000"),
  "audit_checkpoint.root": (tampering) => changeCheckpoint(tampering, "root = sha256(root)"),
  "audit_checkpoint.edge": (tampering) => changeCheckpoint(tampering, "edge = sha256(edge)"),
  "audit_checkpoint.note": (tampering) =>
    changeCheckpoint(tampering, "note = replace(note, E'\\ntime 20', E'\\ntime 19')"),
  "audit_checkpoint.public_key": (tampering) =>
    changeCheckpoint(tampering, "public_key = sha256(public_key)"),
  "audit_checkpoint.created_at": (tampering) =>
    changeCheckpoint(tampering, "created_at = created_at - interval '1 millisecond'"),
  "the newest checkpoint deleted": ({ client, target }) =>
    onPlan(
      client,
      target,
      `DELETE FROM audit_checkpoint WHERE $2 <> '' AND size = (
         SELECT max(size) FROM audit_checkpoint WHERE organization_id = $1)`,
    ),
};

async function onPlan(
  client: ClientBase,
  { organizationId, planId }: Target,
  statement: string,
  values: readonly (string | number)[] = [],
): Promise<void> {
  const owned = statement.replace(/ WHERE /, " WHERE organization_id = $1 AND ");
  const { rowCount } = await client.query(owned, [organizationId, planId, ...values]);
  if (!rowCount) throw new Error(`Nothing was changed by: ${owned}`);
}

function changeRow({ client, target, random }: Tampering, assignment: string): Promise<void> {
  const seq = random.between(1, target.events);
  return onPlan(
    client,
    target,
    `UPDATE plan_audit_log SET ${assignment} WHERE plan_id = $2 AND seq = $3`,
    [seq],
  );
}

function changeLeaf({ client, target }: Tampering, assignment: string): Promise<void> {
  return onPlan(client, target, `UPDATE audit_leaf SET ${assignment} WHERE plan_id = $2`);
}

function changeCheckpoint({ client, target, random }: Tampering, assignment: string) {
  return onPlan(
    client,
    target,
    `UPDATE audit_checkpoint SET ${assignment} WHERE $2 <> '' AND size = (
       SELECT size FROM audit_checkpoint WHERE organization_id = $1 ORDER BY (size * $3) % 97, size LIMIT 1)`,
    [random.between(1, 96)],
  );
}

/** Moves the rows from `seq` on by one; twice, since numbers are unique at every moment. */
async function renumber({ client, target }: Tampering, seq: number, by: 1 | -1): Promise<void> {
  const { organizationId, planId } = target;
  const own = "organization_id = $1 AND plan_id = $2";
  await client.query(`UPDATE plan_audit_log SET seq = -seq WHERE ${own} AND seq >= $3`, [
    organizationId,
    planId,
    seq,
  ]);
  await client.query(`UPDATE plan_audit_log SET seq = -seq + ${by} WHERE ${own} AND seq < 0`, [
    organizationId,
    planId,
  ]);
}

function insertCopy({ client, target }: Tampering, seq: number): Promise<void> {
  const columns = `plan_id, step_id, plan_version, event_type, action, payload, actor_user_id, actor_client, actor_via,
    session_id, created_at, payload_digest, entry_hash, organization_id`;
  return onPlan(
    client,
    target,
    `INSERT INTO plan_audit_log (id, seq, ${columns})
     SELECT id || 'x', $3::bigint, ${columns} FROM plan_audit_log WHERE plan_id = $2 AND seq = $3::bigint + 1`,
    [seq],
  );
}

async function swap({ client, target, random }: Tampering): Promise<void> {
  const first = random.between(1, target.events - 1);
  const second = random.between(first + 1, target.events);
  const exchange = (from: number, to: number) =>
    onPlan(client, target, "UPDATE plan_audit_log SET seq = $4 WHERE plan_id = $2 AND seq = $3", [
      from,
      to,
    ]);
  await exchange(first, -1);
  await exchange(second, first);
  await exchange(-1, second);
}

/** Makes the chain of the plan consistent again, as somebody could who knows how hashes are made. */
async function rehash({ client, target }: Tampering): Promise<void> {
  const { organizationId, planId } = target;
  const { rows } = await client.query(
    `SELECT ${ENTRY_COLUMNS} FROM plan_audit_log WHERE organization_id = $1 AND plan_id = $2 ORDER BY seq`,
    [organizationId, planId],
  );
  let head = "0".repeat(64);
  for (const row of rows) {
    const { payloadDigest, hash, id } = chainRow(row, head);
    head = hash;
    await client.query(
      `UPDATE plan_audit_log SET payload_digest = decode($3, 'hex'), entry_hash = decode($4, 'hex')
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, id, payloadDigest, hash],
    );
  }
  await client.query(
    "UPDATE research_plan SET audit_head = decode($3, 'hex'), audit_seq = $4 WHERE organization_id = $1 AND id = $2",
    [organizationId, planId, head, Math.max(1, rows.length)],
  );
}

/** Builds the organization's tree and notes again from the changed chains. */
async function resign({ client, target, key }: Tampering): Promise<void> {
  const { organizationId } = target;
  const { rows: leaves } = await client.query(
    `SELECT leaf.position::integer, leaf.plan_id, leaf.seq::integer, encode(entry_hash, 'hex') AS head
     FROM audit_leaf AS leaf JOIN plan_audit_log AS log USING (organization_id, plan_id, seq)
     WHERE organization_id = $1 ORDER BY leaf.position`,
    [organizationId],
  );
  const { rows: checkpoints } = await client.query(
    "SELECT size::integer, split_part(note, E'\\n', 1) AS origin, created_at FROM audit_checkpoint WHERE organization_id = $1",
    [organizationId],
  );
  let tree = EMPTY_TREE;
  for (const { position, plan_id: planId, seq, head } of leaves) {
    const hash = leafHash({ planId, seq, head });
    tree = appendLeaf(tree, hash);
    await client.query(
      "UPDATE audit_leaf SET head = decode($3, 'hex'), hash = decode($4, 'hex') WHERE organization_id = $1 AND position = $2",
      [organizationId, position, head, hash],
    );
    const checkpoint = checkpoints.find(({ size }) => size === tree.size);
    if (!checkpoint) continue;
    const { origin, created_at: at } = checkpoint;
    const root = edgeRoot(tree);
    await client.query(
      `UPDATE audit_checkpoint SET root = decode($3, 'hex'), edge = decode($4, 'hex'), note = $5, public_key = $6
       WHERE organization_id = $1 AND size = $2`,
      [
        organizationId,
        tree.size,
        root,
        tree.hashes.join(""),
        signCheckpoint({ origin, size: tree.size, root, at }, key),
        key.publicKey,
      ],
    );
  }
}
