/** 64 clients with identical request ids, each with a plan of its own: no reply reaches another. */
import { parseArgs } from "node:util";
import { prepareLocalIdentity } from "@trovella/db";
import { createTestDatabase } from "../database.ts";
import { ERAS } from "../mcp-client.ts";
import { MarkedClient } from "./parts/fuzz-crosstalk.ts";
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

await withTemporaryCluster("crosstalk", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory, []);
  await prepareLocalIdentity(test.database);
  const server = await startServer(test.target);
  const clients = Array.from(
    { length: CLIENTS },
    (_, index) =>
      new MarkedClient(server.url, { index, era: ERAS[index % 2] ?? ERAS[0], seed: SEED }),
  );
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
    const seconds = (performance.now() - startedAt) / 1000;
    const problems = clients.flatMap((client) => client.problems);
    const calls = clients.reduce((sum, client) => sum + client.calls, 0);
    for (const problem of problems.slice(0, SHOWN)) console.log(problem);
    console.log(
      `${CLIENTS} clients of both revisions with the same request ids, ${calls} calls (seed ${SEED}) in ${seconds.toFixed(1)} s: ` +
        `${problems.length} replies that belong to somebody else`,
    );
    const isTold = server.output.stderr !== "";
    if (isTold) console.log(server.output.stderr.slice(0, 2_000));
    if (problems.length > 0 || isTold || calls < CALLS) process.exitCode = 1;
  } finally {
    for (const client of clients) client.close();
    await server.stop();
  }
  await test.drop();
});
