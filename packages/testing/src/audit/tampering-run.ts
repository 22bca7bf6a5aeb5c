import { withClient } from "@trovella/db";
import { auditKeyOf, sealPlans } from "@trovella/db/audit";
import { verifyPlans } from "@trovella/db/maintenance";
import fc from "fast-check";
import type { ClientBase, PoolClient } from "pg";
import { sendBatch } from "../../../db/src/connection/batch.ts";
import type { TenantContext } from "../../../db/src/connection/tenant-context.ts";
import { compareChain } from "../../../db/src/maintenance/verify/compare-chain.ts";
import {
  compareTree,
  verifyCheckpoints,
} from "../../../db/src/maintenance/verify/verify-checkpoints.ts";
import { readPlan } from "../../../db/src/plans/save-plan.ts";
import { playHistory } from "../database/play-history.ts";
import { createTestDatabase, type TestDatabase } from "../database/test-database.ts";
import { type HistorySpec, histories } from "../engine/history-spec.ts";
import { Random } from "../engine/random.ts";
import { claimStep, createPlan, submitStep } from "../mcp/plan-loop.ts";
import { CHANGES, type Target } from "./changes.ts";

export interface TamperingResult {
  readonly histories: number;
  readonly events: number;
  /** Differences that were found although nothing was changed. */
  readonly alarms: readonly string[];
  readonly changes: number;
  readonly kinds: number;
  /** Changes that were not found. */
  readonly missed: readonly string[];
}

const KEY = auditKeyOf("the secret of the server under test");
const OTHER_KEY = auditKeyOf("the secret of somebody else entirely");
const SEALING = { key: KEY, host: "trovella.example", now: () => new Date() };
const TARGETS = 20;

/** Verifies untouched histories, then changes sealed records in every way and counts what the chain and the seals tell. */
export async function runTampering(
  socketDirectory: string,
  { histories: count, changes }: { readonly histories: number; readonly changes: number },
): Promise<TamperingResult> {
  const specs = fc.sample(histories, { numRuns: count, seed: 4739 });
  const test = await createTestDatabase(
    socketDirectory,
    specs.map((_, index) => `org_${index}`),
  );
  try {
    await withClient(test.asSuperuser, forgoDurability);
    const untouched = await playAndVerify(test, specs);
    const missed = await changeRecords(test, changes);
    const kinds = Object.keys(CHANGES).length;
    return { histories: count, ...untouched, changes, kinds, missed };
  } finally {
    await test.drop();
  }
}

/** Waiting for the disk would take most of the time. */
async function forgoDurability(client: ClientBase): Promise<void> {
  const { rows } = await client.query("SELECT current_database() AS name");
  await client.query(`ALTER DATABASE ${rows[0].name} SET synchronous_commit = off`);
}

async function playAndVerify({ database }: TestDatabase, specs: readonly HistorySpec[]) {
  const alarms: string[] = [];
  let events = 0;
  for (const [index, spec] of specs.entries()) {
    const tenant = { organizationId: `org_${index}` };
    events += (await playHistory(database, tenant, spec)).events;
    if (index < TARGETS) await workOnMore({ database, tenant, agent: "ada" });
    await sealPlans(database, tenant, SEALING);
    const plans = await verifyPlans(database, tenant);
    const seals = await verifyCheckpoints(database, tenant, [KEY.publicKey]);
    for (const { where } of [...plans.differences, ...seals.differences]) {
      alarms.push(`${tenant.organizationId}: ${where}`);
    }
  }
  return { events, alarms };
}

/** Further plans, sealed one by one, so that the tree has several checkpoints. */
async function workOnMore(worker: Parameters<typeof createPlan>[0]): Promise<void> {
  for (let more = 0; more < 4; more += 1) {
    const { plan } = await createPlan(worker, 3);
    await sealPlans(worker.database, worker.tenant, SEALING);
    for (let step = 0; step < 2; step += 1) {
      const claim = await claimStep(worker, plan.id);
      if (claim) await submitStep(worker, plan.id, claim);
    }
  }
}

async function changeRecords({ asSuperuser }: TestDatabase, changes: number): Promise<string[]> {
  const missed: string[] = [];
  const names = Object.keys(CHANGES);
  await withClient(asSuperuser, async (client) => {
    const targets = await findTargets(client);
    for (let number = 0; number < changes; number += 1) {
      const random = new Random(number, 4739);
      const target = random.pick(targets);
      // All in turn, so that even a short run makes each.
      const name = names[number % names.length] ?? "";
      await client.query("BEGIN");
      try {
        await CHANGES[name]?.({ client, target, random, key: OTHER_KEY });
        if (!(await isFound(client, target))) missed.push(`${number}: ${name}`);
      } finally {
        await client.query("ROLLBACK");
      }
    }
  });
  return missed;
}

async function findTargets(client: ClientBase): Promise<Target[]> {
  const { rows } = await client.query(
    `SELECT organization_id AS "organizationId", id AS "planId", audit_seq::integer AS events,
       (SELECT min(id) FROM research_plan AS other WHERE other.organization_id = plan.organization_id AND other.id <> plan.id) AS "otherPlanId"
     FROM research_plan AS plan WHERE audit_seq >= 4 AND organization_id IN (
       SELECT organization_id FROM research_plan GROUP BY organization_id HAVING count(*) > 1)
     ORDER BY organization_id, id`,
  );
  return rows;
}

/** In the transaction of the change, as a request of the organization would see it: by hashes and seals alone, without replaying. */
async function isFound(
  client: ClientBase,
  { organizationId, planId, otherPlanId }: Target,
): Promise<boolean> {
  await client.query(
    "SELECT set_config('role', 'app_tenant', true), set_config('app.organization_id', $1, true)",
    [organizationId],
  );
  const context = {
    tenant: { organizationId },
    send: (executions: Parameters<typeof sendBatch>[1]) =>
      sendBatch(client as PoolClient, executions),
  } as TenantContext;
  const { differenceCount } = await compareTree(context, [KEY.publicKey]);
  if (differenceCount > 0) return true;
  for (const id of [planId, otherPlanId]) {
    const { differences } = await compareChain(context, await readPlan(context, id));
    if (differences.length > 0) return true;
  }
  return false;
}
