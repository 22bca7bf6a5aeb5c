/** 64 clients of five organizations with identical request ids, each with its own plans: no reply reaches another client. */
import { parseArgs } from "node:util";
import type { Database } from "@trovella/db";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { verifyDatabase } from "@trovella/db/maintenance";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { type Place, proveNoCrosstalk } from "./fuzz/crosstalk-run.ts";
import { startTenantServer, TENANT_HEADER } from "./fuzz/tenants.ts";
import { startServer } from "./history/servers.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" } },
  allowPositionals: true,
});
const CALLS = Number(positionals[0] ?? 10_000);
const SEED = Number(values.seed ?? Date.now() % 1_000_000);
/** In addition to the local one, whose clients have their own server. */
const ORGANIZATIONS = ["org_one", "org_two", "org_three", "org_four"];

await withTemporaryCluster("crosstalk", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory, []);
  await prepareLocalIdentity(test.database);
  const local = await startServer(test.target);
  const shared = await startTenantServer(test.target, ORGANIZATIONS);
  const servers = [local, shared];
  const placeOf = (index: number): Place => {
    const organization = organizationOf(index);
    return organization
      ? { url: shared.url, organization, headers: { [TENANT_HEADER]: organization } }
      : { url: local.url, organization: "", headers: {} };
  };
  try {
    if (!(await proveNoCrosstalk({ calls: CALLS, seed: SEED, placeOf }))) process.exitCode = 1;
  } finally {
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

async function verify(database: Database): Promise<void> {
  const { plans, sources, differenceCount } = await verifyDatabase(database);
  console.log(`verify: ${plans} plans, ${sources} searched texts, ${differenceCount} differences`);
  if (differenceCount > 0) process.exitCode = 1;
}
