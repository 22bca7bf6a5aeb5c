/** What calls cost with few and with many organizations, plans, steps and audit rows in one database, in one run. */
import { parseArgs } from "node:util";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { withTemporaryCluster } from "../proof/support/temporary-cluster.ts";
import { describeLoad, quantile } from "./measure.ts";
import { stopWhenFull } from "./scale/disk.ts";
import { operationsOf } from "./scale/operations.ts";
import {
  cloneOrganizations,
  describeSize,
  ORIGIN,
  seedOrganization,
} from "./scale/organizations.ts";

const { values } = parseArgs({
  options: {
    organizations: { type: "string", default: "10000" },
    plans: { type: "string", default: "100" },
    rounds: { type: "string", default: "150" },
  },
});
const ORGANIZATIONS = Number(values.organizations);
const PLANS = Number(values.plans);
const ROUNDS = Number(values.rounds);
const WARM_UP = 20;
/** The share of the small database. */
const FEW = 0.01;
/** Of p95 with all to p95 with few. */
const GOALS: Readonly<Record<string, number>> = { claim: 1.3, submit: 1.3 };
const GOAL_OF_READS = 2;

interface Place {
  readonly server: TestServer;
  readonly organizations: number;
}

await withTemporaryCluster("bench-scale", async ({ socketDirectory, dataDirectory }) => {
  console.log(`Load before: ${describeLoad()}`);
  const large = await filled(socketDirectory, ORGANIZATIONS, dataDirectory);
  const few = Math.max(2, Math.round(large.organizations * FEW));
  const small = await filled(socketDirectory, few, dataDirectory);
  await report(small, large);
  await small.server.close();
  await large.server.close();
  console.log(`Load after: ${describeLoad()}`);
});

async function filled(
  socketDirectory: string,
  wanted: number,
  dataDirectory: string,
): Promise<Place> {
  const server = await createTestServer(socketDirectory);
  const startedAt = performance.now();
  await seedOrganization(server, PLANS);
  const organizations = await cloneOrganizations(server.test.asSuperuser, wanted, {
    mayGoOn: () => stopWhenFull(dataDirectory),
    onProgress: (done) => process.stderr.write(`\r${done} of ${wanted} organizations …  `),
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stderr.write("\r");
  console.log(
    `${organizations} organizations: ${await describeSize(server.test.asSuperuser)}, loaded in ${seconds} s`,
  );
  return { server, organizations };
}

/** Interleaved, so that load spikes of the machine affect both alike. */
async function report(small: Place, large: Place): Promise<void> {
  const times = new Map<string, { small: number[]; large: number[] }>();
  const places = { small, large };
  const operations = {
    small: await operationsOf(small.server),
    large: await operationsOf(large.server),
  };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const which of ["small", "large"] as const) {
      const organizationId = organizationOf(round, places[which].organizations);
      for (const { name, run } of operations[which]) {
        const startedAt = performance.now();
        await run(organizationId, round);
        const taken = performance.now() - startedAt;
        const known = times.get(name) ?? { small: [], large: [] };
        times.set(name, known);
        if (round >= WARM_UP) known[which].push(taken);
      }
    }
  }
  print(times, small.organizations, large.organizations);
}

/** Spread out, so that calls touch pages all over the tables. */
function organizationOf(round: number, organizations: number): string {
  const number = (round * 7919) % organizations;
  return number === 0 ? ORIGIN : `org_${number}`;
}

function print(
  times: ReadonlyMap<string, { small: number[]; large: number[] }>,
  few: number,
  many: number,
): void {
  const head = ["p50, few", "p50, all", "p95, few", "p95, all", "p95 ratio", "goal"];
  console.log(`\nms with ${few} and with ${many} organizations, one call at a time`);
  console.log(`${"".padEnd(14)}${head.map((title) => title.padStart(11)).join("")}`);
  for (const [name, { small, large }] of times) {
    const [few50, few95] = quantiles(small);
    const [all50, all95] = quantiles(large);
    const goal = GOALS[name] ?? GOAL_OF_READS;
    const ratio = all95 / few95;
    const cells = [few50, all50, few95, all95, ratio].map((value) => value.toFixed(2).padStart(11));
    console.log(
      `${name.padEnd(14)}${cells.join("")}${String(goal).padStart(11)}${ratio > goal ? "  *" : ""}`,
    );
  }
}

function quantiles(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((one, other) => one - other);
  return [quantile(sorted, 0.5), quantile(sorted, 0.95)];
}
