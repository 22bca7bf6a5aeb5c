/** Every list of the console with 10,000 plans, with its filters and orders, beside `select 1` through the same API in the same run. */
import { consoleCalls } from "@trovella/testing/api/console-calls";
import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { FULL_SIZE, seedConsole } from "@trovella/testing/console/seed-console";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { withTemporaryCluster } from "../proof/support/temporary-cluster.ts";
import { describeLoad, quantile } from "./measure.ts";

const ROUNDS = process.argv.includes("--small") ? 20 : 100;
const WARM_UP = 5;
const GOAL = 3;
const BASE = "select 1 (settings.ping)";

await withTemporaryCluster("bench-lists", async ({ socketDirectory }) => {
  console.log(`Load before: ${describeLoad()}`);
  const test = await createTestDatabase(socketDirectory);
  console.log(`seeding a database with ${FULL_SIZE.plans} plans …`);
  await seedConsole(test, { organizationId: "org_a", now: new Date(), size: FULL_SIZE });
  const api = createTestApi(test.database);
  const times = await measured(await requestsOf(api));
  const base = p95(times.get(BASE) ?? []);
  console.log(`\n${"".padEnd(40)}${"p95 ms".padStart(9)}${"× select 1".padStart(12)}`);
  let slow = 0;
  for (const [name, values] of times) {
    const ratio = p95(values) / base;
    if (ratio > GOAL) slow += 1;
    const mark = ratio > GOAL ? "  *" : "";
    console.log(
      `${name.padEnd(40)}${p95(values).toFixed(1).padStart(9)}${ratio.toFixed(1).padStart(12)}${mark}`,
    );
  }
  console.log(`\n${slow} of ${times.size - 1} take more than ${GOAL} times as long (*).`);
  console.log(`Load after: ${describeLoad()}`);
  await test.drop();
});

type Requests = Readonly<Record<string, () => Promise<unknown>>>;

/** The calls of the console as HTTP requests. */
async function requestsOf(api: TestApi): Promise<Requests> {
  const procedures = api.as("org_a");
  const { executions } = await procedures.skillExecution.list({ offset: 100, limit: 1 });
  const { nextCursor } = await procedures.researchPlan.list();
  const planId = executions[0]?.planId ?? "";
  const { claims } = await procedures.claims.list({ planId });
  const claimId = claims[0]?.id ?? "";
  const { evidence } = await procedures.claims.detail({ claimId });
  const ids = {
    planId,
    executionId: executions[0]?.id ?? "",
    claimId,
    sourceId: evidence[0]?.sourceId ?? "",
  };
  const lists = Object.entries(consoleCalls(ids, { plans: nextCursor })).filter(
    ([name]) => name.includes(".list") && !name.startsWith("securityEvent"),
  );
  const asRequests = requesting(api);
  return {
    [BASE]: () => api.get("settings.ping"),
    ...Object.fromEntries(lists.map(([name, call]) => [name, () => call(asRequests)])),
  };
}

type Procedures = ReturnType<TestApi["as"]>;

/** Looks like the procedures, but sends requests. */
function requesting(api: TestApi): Procedures {
  const ofRouter = (router: string) =>
    new Proxy(
      {},
      { get: (_, name) => (input?: unknown) => api.get(`${router}.${String(name)}`, input) },
    );
  return new Proxy({} as Procedures, { get: (_, name) => ofRouter(String(name)) });
}

/** Interleaved, so that load spikes of the machine affect all alike. */
async function measured(requests: Requests): Promise<Map<string, number[]>> {
  const times = new Map(Object.keys(requests).map((name) => [name, [] as number[]]));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const [name, request] of Object.entries(requests)) {
      const startedAt = performance.now();
      await request();
      if (round >= WARM_UP) times.get(name)?.push(performance.now() - startedAt);
    }
  }
  return times;
}

function p95(values: readonly number[]): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    0.95,
  );
}
