/** Latency of the console's lists and summaries with 10,000 plans, compared with a minimal statement. */
import { withTenantContext } from "@trovella/db";
import { PERMISSIONS } from "@trovella/foundation";
import { consoleCalls } from "@trovella/testing/api/console-calls";
import { createTestApi } from "@trovella/testing/api/test-api";
import { FULL_SIZE, seedConsole } from "@trovella/testing/console/seed-console";
import { tenantQuery } from "@trovella/testing/database/tenant-query";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { withTemporaryCluster } from "../proof/support/temporary-cluster.ts";
import { describeLoad } from "./measure.ts";

const ROUNDS = process.argv.includes("--small") ? 20 : 100;
const WARM_UP = 5;
const GOAL_MS = 50;
const tenant = { organizationId: "org_a" };

await withTemporaryCluster("bench-console", async ({ socketDirectory }) => {
  console.log(`Load before: ${describeLoad()}`);
  const test = await createTestDatabase(socketDirectory);
  console.log(`seeding a database with ${FULL_SIZE.plans} plans …`);
  await seedConsole(test, { ...tenant, now: new Date(), size: FULL_SIZE });
  const procedures = createTestApi(test.database).as("org_a", PERMISSIONS);
  const { executions } = await procedures.skillExecution.list({ offset: 100, limit: 1 });
  const { nextCursor } = await procedures.researchPlan.list();
  const planId = executions[0]?.planId ?? "";
  const { claims } = await procedures.claims.list({ planId });
  const claimId = claims[0]?.id ?? "";
  const { evidence } = await procedures.claims.detail({ claimId });
  const sourceId = evidence[0]?.sourceId ?? "";
  const ids = { planId, executionId: executions[0]?.id ?? "", claimId, sourceId };
  const calls = Object.entries(consoleCalls(ids, { plans: nextCursor }));
  const timed: Record<string, () => Promise<unknown>> = {
    "select 1": () =>
      withTenantContext(test.database, tenant, (context) => tenantQuery(context, "SELECT 1")),
    ...Object.fromEntries(calls.map(([name, call]) => [name, () => call(procedures)])),
  };
  const times = new Map(Object.keys(timed).map((name) => [name, [] as number[]]));
  // Interleaved, so that load spikes of the machine affect all alike.
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const [name, operation] of Object.entries(timed)) {
      const startedAt = performance.now();
      await operation();
      if (round >= WARM_UP) times.get(name)?.push(performance.now() - startedAt);
    }
  }
  console.log(`\n${"".padEnd(34)}${"p50 ms".padStart(9)}${"p95 ms".padStart(9)}`);
  let slow = 0;
  for (const [name, measured] of times) {
    const [p50, p95] = [quantile(measured, 0.5), quantile(measured, 0.95)];
    if (p95 > GOAL_MS) slow += 1;
    console.log(`${name.padEnd(34)}${p50.toFixed(1).padStart(9)}${p95.toFixed(1).padStart(9)}`);
  }
  console.log(`\n${slow} of ${calls.length} take longer than ${GOAL_MS} ms at p95.`);
  console.log(`Load after: ${describeLoad()}`);
  await test.drop();
});

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
