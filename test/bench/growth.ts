import { withClient } from "@trovella/db";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { claimStep } from "@trovella/testing/mcp/plan-loop";
import { measure, median } from "./measure.ts";

const STEPS_PER_PLAN = 5;
const CLAIMS = 200;
const ROUNDS = 5;

/** Latency of a claim with 100,000 and 1,000,000 steps, interleaved. */
export async function measureGrowth(socketDirectory: string, postmasterPid: number): Promise<void> {
  const sizes = [100_000, 1_000_000];
  const tests: { steps: number; test: TestDatabase; p50s: number[] }[] = [];
  for (const steps of sizes) {
    const test = await createTestDatabase(socketDirectory);
    console.log(`seeding a database with ${steps} steps …`);
    await fill(test, steps / STEPS_PER_PLAN);
    tests.push({ steps, test, p50s: [] });
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { steps, test, p50s } of tests) {
      const plans = steps / STEPS_PER_PLAN;
      const worker = { database: test.database, tenant: { organizationId: "org_a" } };
      const cell = await measure({ count: CLAIMS, callers: 1, postmasterPid }, (index) =>
        claimStep(
          { ...worker, agent: `agent-${round}` },
          planId(spread(round * CLAIMS + index, plans)),
        ),
      );
      // The first round warms the caches.
      if (round > 0) p50s.push(cell.p50Ms);
    }
  }
  const [small, large] = tests.map(({ p50s }) => median(p50s)) as [number, number];
  console.log(
    `\nA claim takes ${small.toFixed(2)} ms among 100,000 steps and ${large.toFixed(2)} ms among 1,000,000: ` +
      `${(large / small).toFixed(2)} times (goal ≤ 1.3).`,
  );
  for (const { test } of tests) await test.drop();
}

function planId(number: number): string {
  return `plan_${String(number).padStart(12, "0")}`;
}

/** Spread out, so that claims touch pages all over the tables. */
function spread(index: number, plans: number): number {
  return ((index * 7919) % plans) + 1;
}

/** Plans as the product writes them, bulk inserted. */
async function fill({ asSuperuser }: TestDatabase, plans: number): Promise<void> {
  await withClient(asSuperuser, async (client) => {
    await client.query(
      `INSERT INTO research_plan (organization_id, id, handle, steps_created, name, research_question, status, version, audit_seq,
         stall_threshold_ms, review_policy)
       SELECT 'org_a', 'plan_' || lpad(n::text, 12, '0'), 'p-' || n, ${STEPS_PER_PLAN}, 'Plan ' || n,
         'What about ' || n || '?', 'planning', 1, 1, 1800000, 'relayed_allowed'
       FROM generate_series(1, $1::int) n`,
      [plans],
    );
    await client.query(
      `INSERT INTO plan_step (organization_id, id, plan_id, number, step_order, step_type, instructions, status, depends_on, attempt)
       SELECT organization_id, 'step_' || substr(id, 6) || '_' || o, id, o, o, 'search',
         'Find sources, note what each claims and how sure it is.', 'pending', '{}', 0
       FROM research_plan, generate_series(1, $1::int) o`,
      [STEPS_PER_PLAN],
    );
    await client.query("VACUUM ANALYZE");
  });
}
