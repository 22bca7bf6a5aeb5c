/** Every mutating call loses its reply and is retried, 50 times each: one effect, one answer. */
import { openDatabase } from "@trovella/db";
import { type Verification, verifyDatabase } from "@trovella/db/maintenance";
import { judgeRepeats, runRepeats } from "./repeats/repeats-run.ts";
import { startServer } from "./support/mcp-server.ts";
import { localService } from "./support/service.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const ROUNDS = Number(process.argv[2] ?? 50);

await withTemporaryCluster("repeats", async (cluster) => {
  const { dataDirectory } = cluster;
  let server = await startServer(dataDirectory);
  let complaints = "";
  const restart = async () => {
    await server.kill();
    complaints += server.complaints();
    server = await startServer(dataDirectory);
    return server.url;
  };
  const { asSuperuser, entrancesFor } = localService(cluster, [server]);
  const stage = { entrances: entrancesFor(0), database: asSuperuser, restart };
  const run = await runRepeats(stage, ROUNDS);
  await server.stop();
  const verified = await verifyAll(dataDirectory);
  const all = { ...run, complaints: complaints + server.complaints(), verified };
  if (!judgeRepeats(all)) process.exitCode = 1;
});

/** Verifies plans against their audit logs and the search index against the stored texts. */
async function verifyAll(dataDirectory: string): Promise<Verification> {
  const database = await openDatabase({ dataDirectory });
  try {
    return await verifyDatabase(database);
  } finally {
    await database.close();
  }
}
