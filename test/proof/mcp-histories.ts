/** Model check: random histories of five agents on one plan, each reply checked against the pure rules. */
import { parseArgs } from "node:util";
import { connectDatabase } from "@trovella/db";
import type { EmbeddedPostgres } from "@trovella/db/embedded";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { verifyPlans } from "@trovella/db/maintenance";
import { createTestDatabase } from "@trovella/testing/database/test-database";
import { Random } from "@trovella/testing/engine/random";
import { ERAS } from "@trovella/testing/mcp/mcp-client";
import { HistoryCampaign, httpSetting } from "./history/campaign.ts";
import { divergencesOf } from "./history/check.ts";
import { inProcess, LOCAL_CALLER, movableClock } from "./history/drivers.ts";
import type { Setting } from "./history/run.ts";
import { formatHistory, loadHistory } from "./history/saved-history.ts";
import { startServers } from "./history/servers.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string" },
    only: { type: "string" },
    keep: { type: "string" },
    check: { type: "string" },
  },
  allowPositionals: true,
});
const HISTORIES = Number(positionals[0] ?? 1_000);
const SEED = Number(values.seed ?? Date.now() % 1_000_000);
/** Index of a single history of the seed, to reproduce a failure. */
const ONLY = values.only === undefined ? null : Number(values.only);
/** A folder for histories that failed. */
const KEEP = values.keep ?? null;
const EVERY_HTTP = 20;
const AGENTS = 5;
const SHOWN = 20;

// A saved history is only checked again.
if (values.check !== undefined) checkAgain(values.check);
else await withTemporaryCluster("histories", runHistories);

function checkAgain(file: string): void {
  const history = loadHistory(file);
  const divergences = divergencesOf(history);
  console.log(formatHistory(history));
  console.log([`${divergences.length} divergences`, ...divergences].join("\n"));
  if (divergences.length > 0) process.exitCode = 1;
}

async function runHistories({ socketDirectory }: EmbeddedPostgres): Promise<void> {
  const test = await createTestDatabase(socketDirectory, []);
  await prepareLocalIdentity(test.database);
  // Two pools have separate plan caches, like two processes.
  const databases = [connectDatabase(test), connectDatabase(test)];
  const processes = databases.map((database) => inProcess(database));
  const servers = await startServers(test.target, AGENTS, ERAS);
  const campaign = new HistoryCampaign(test.database, KEEP);
  const { counts } = campaign;
  const startedAt = performance.now();
  try {
    for (let index = 1; index <= HISTORIES; index += 1) {
      if (ONLY !== null && index !== ONLY) continue;
      await campaign.run(settingOf(index));
    }
  } finally {
    await servers.close();
    for (const one of processes) await one.close();
    for (const database of databases) await database.close();
  }
  await judge();
  await test.drop();

  function settingOf(index: number): Setting {
    const random = new Random(SEED, index, -1);
    const isHttp = index % EVERY_HTTP === 0;
    if (isHttp) return httpSetting({ seed: SEED, index, lines: servers.lines });
    const clock = movableClock();
    // A single process relies on its plan cache; with a second one, conflicts invalidate it.
    const used = index % 2 === 0 ? processes.slice(0, 1) : processes;
    const lines = Array.from({ length: AGENTS }, (_, agent) => {
      const one = used[agent % used.length];
      if (!one) throw new Error("there is no process");
      return one.line(clock);
    });
    const stallThresholdMs = random.pick([60, 1_000, 1_800_000]);
    return { seed: SEED, index, lines, clock, stallThresholdMs };
  }

  async function judge(): Promise<void> {
    const { differenceCount, plans, events } = await verifyPlans(
      test.database,
      LOCAL_CALLER.tenant,
    );
    const failures = processes.flatMap((one) => [...one.failures]);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(counts.report());
    console.log(
      `${counts.histories} histories (seed ${SEED}) in ${seconds.toFixed(1)} s: ` +
        `${counts.divergences} divergences; ${failures.length} unexpected errors; ` +
        `verify: ${plans} plans, ${events} events, ${differenceCount} differences`,
    );
    for (const failure of failures.slice(0, SHOWN)) console.log(failure);
    for (const line of servers.problems()) console.log(line);
    const isKept = counts.divergences + failures.length + differenceCount === 0;
    if (!isKept || servers.problems().length > 0 || !counts.isSignificant(ONLY !== null)) {
      process.exitCode = 1;
    }
  }
}
