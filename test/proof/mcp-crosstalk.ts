/** 64 clients of five organizations with identical request ids, each with plans of its own: no reply reaches another. */
import { parseArgs } from "node:util";
import { type Database, prepareLocalIdentity, verifyDatabase } from "@trovella/db";
import { createTestDatabase } from "../database.ts";
import { ERAS } from "../mcp-client.ts";
import { MarkedClient } from "./parts/fuzz-crosstalk.ts";
import { startTenantServer, TENANT_HEADER } from "./parts/fuzz-tenants.ts";
import { startServer } from "./parts/history-servers.ts";
import { withTemporaryCluster } from "./parts/temporary-cluster.ts";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" } },
  allowPositionals: true,
});
const CALLS = Number(positionals[0] ?? 10_000);
const SEED = Number(values.seed ?? Date.now() % 1_000_000);
const CLIENTS = 64;
const SHOWN = 20;
/** Beside the local one, whose clients have a server of their own. */
const ORGANIZATIONS = ["org_one", "org_two", "org_three", "org_four"];

await withTemporaryCluster("crosstalk", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory, []);
  await prepareLocalIdentity(test.database);
  const local = await startServer(test.target);
  const shared = await startTenantServer(test.target, ORGANIZATIONS);
  const servers = [local, shared];
  const clients = Array.from({ length: CLIENTS }, (_, index) => {
    const organization = organizationOf(index);
    return new MarkedClient(organization ? shared.url : local.url, {
      index,
      era: ERAS[(index >> 1) % 2] ?? ERAS[0],
      seed: SEED,
      clients: CLIENTS,
      isPeer: (other) => organizationOf(other) === organization,
      headers: organization ? { [TENANT_HEADER]: organization } : {},
    });
  });
  try {
    const startedAt = performance.now();
    let left = CALLS;
    await Promise.all(
      clients.map(async (client) => {
        while (left > 0) {
          left -= 1;
          await client.work();
        }
      }),
    );
    judge(clients, (performance.now() - startedAt) / 1000);
  } finally {
    for (const client of clients) client.close();
    for (const server of servers) await server.stop();
  }
  const complaints = servers.map(({ output }) => output.stderr).join("");
  if (complaints !== "") {
    console.log(complaints.slice(0, 2_000));
    process.exitCode = 1;
  }
  await verify(test.database);
  await test.drop();
});

/** Null for the local one, which has every second client. */
function organizationOf(index: number): string | null {
  return index % 2 === 0 ? null : (ORGANIZATIONS[(index >> 2) % ORGANIZATIONS.length] ?? null);
}

function judge(clients: readonly MarkedClient[], seconds: number): void {
  const problems = clients.flatMap((client) => client.problems);
  const sum = (numberOf: (client: MarkedClient) => number) =>
    clients.reduce((total, client) => total + numberOf(client), 0);
  const calls = sum((client) => client.calls);
  const hits = sum((client) => client.hits);
  const hitsOfPeers = sum((client) => client.hitsOfPeers);
  for (const problem of problems.slice(0, SHOWN)) console.log(problem);
  console.log(
    `${hits} hits of searches, ${hitsOfPeers} of them stored by others of the same organization`,
  );
  console.log(
    `${CLIENTS} clients of both revisions with the same request ids, ${calls} calls (seed ${SEED}) in ${seconds.toFixed(1)} s: ` +
      `${problems.length} replies that belong to somebody else`,
  );
  // Where nobody finds what others stored, nobody could have found too much.
  const isTrivial = calls < CALLS || hitsOfPeers === 0;
  if (isTrivial) console.log("Too little was found, so this run shows nothing.");
  if (problems.length > 0 || isTrivial) process.exitCode = 1;
}

async function verify(database: Database): Promise<void> {
  const { plans, sources, differenceCount } = await verifyDatabase(database);
  console.log(`verify: ${plans} plans, ${sources} searched texts, ${differenceCount} differences`);
  if (differenceCount > 0) process.exitCode = 1;
}
