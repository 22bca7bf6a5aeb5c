/** Fuzzes every tool with valid, mutated and hostile input, and the server with malformed requests: nothing breaks or leaks. */
import { parseArgs } from "node:util";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { fuzz } from "./fuzz/run.ts";
import { startServer } from "./history/servers.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" } },
  allowPositionals: true,
});
const INPUTS = Number(positionals[0] ?? 300);
const SEED = Number(values.seed ?? Date.now() % 1_000_000);
const SHOWN = 30;
const SHOWN_CHARACTERS = 800;

await withTemporaryCluster("fuzz", async ({ socketDirectory }) => {
  const test = await createTestDatabase(socketDirectory, []);
  await prepareLocalIdentity(test.database);
  const server = await startServer(test.target, { LOG_LEVEL: "debug" });
  const startedAt = performance.now();
  try {
    const findings = await fuzz({ test, server, inputs: INPUTS, seed: SEED });
    const seconds = (performance.now() - startedAt) / 1000;
    for (const line of findings.report()) console.log(line);
    for (const problem of findings.problems.slice(0, SHOWN)) {
      console.log(problem.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS));
    }
    console.log(
      `${findings.calls} tool calls and ${findings.malformed} malformed requests (seed ${SEED}) in ${seconds.toFixed(1)} s: ` +
        `${findings.problems.length} problems`,
    );
    if (findings.problems.length > 0) process.exitCode = 1;
  } finally {
    await server.stop();
  }
  await test.drop();
});
