/** 16 workers in 4 processes finish 400 plans of 5 steps: nothing claimed twice, nothing lost. */
import { createTestDatabase } from "../database.ts";
import { contendForPlans } from "./parts/plan-contention-run.ts";
import { withTemporaryCluster } from "./parts/temporary-cluster.ts";

const PLANS = Number(process.argv[2] ?? 400);

await withTemporaryCluster("contention", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory);
  if (!(await contendForPlans(test, PLANS))) process.exitCode = 1;
  await test.drop();
});
