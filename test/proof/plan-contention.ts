/** 16 workers in 4 processes finish 400 plans of 5 steps: nothing claimed twice, nothing lost. */
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { contendForPlans } from "./support/plan-contention-run.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const PLANS = Number(process.argv[2] ?? 400);

await withTemporaryCluster("contention", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory);
  if (!(await contendForPlans(test, PLANS))) process.exitCode = 1;
  await test.drop();
});
