/** Pairs per second through the real server over stdio and HTTP, compared with the storage limit. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withClient } from "@trovella/db";
import { ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import { databaseUrl } from "@trovella/testing/database/empty-database";
import {
  createTemplate,
  createTestDatabase,
  type TestDatabase,
} from "@trovella/testing/database/test-database";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";
import { compareEchoes } from "./echo-costs.ts";
import { cpuOfProcess, httpCaller, stdioCaller, type ToolCaller } from "./mcp-callers.ts";
import { createPlans, runPair } from "./mcp-pairs.ts";
import { type Cell, describeLoad, measure, median } from "./measure.ts";
import { limitVariant, type Variant } from "./storage-variants.ts";

const REPEATS = 5;
const CALLERS = [1, 8, 32];
/** A second or more each with several callers: in shorter ones a single pause shows. */
const PAIRS: Readonly<Record<number, number>> = { 1: 300, 8: 1_800, 32: 1_800 };
const WARM_UP_PAIRS = 1_300;
const STOCK_SERVER = fileURLToPath(new URL("stock-server.ts", import.meta.url));

interface ServerCell extends Cell {
  readonly serverCpuUs: number;
}

const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-bench-"));
chmodSync(dataDirectory, 0o755);
try {
  const cluster = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
  const postmasterPid = Number(
    readFileSync(path.join(dataDirectory, "pg", "postmaster.pid"), "utf8").split("\n")[0],
  );
  await createTemplate(cluster);
  const test = await createTestDatabase(cluster.socketDirectory);
  console.log(`Load before: ${describeLoad()}`);
  await comparePairs(test, cluster.socketDirectory, postmasterPid);
  await compareEchoes(REPEATS);
  console.log(`Load after: ${describeLoad()}`);
  await test.drop();
} finally {
  await stopPostgres({ dataDirectory });
  rmSync(dataDirectory, { recursive: true, force: true });
}

/** Repeat → callers → transport, so that load spikes of the machine affect all alike. */
async function comparePairs(
  test: TestDatabase,
  socketDirectory: string,
  postmasterPid: number,
): Promise<void> {
  const { database } = test.target as { database: string };
  const environment = {
    DATABASE_URL: databaseUrl(socketDirectory, database),
    TROVELLA_DATA_DIR: dataDirectory,
  };
  const serve = [TROVELLA, "serve", "--port", "0"];
  const servers = new Map<string, ToolCaller>([
    ["stdio", await stdioCaller(environment)],
    ["HTTP 2026", await httpCaller("2026-07-28", serve, environment)],
    ["HTTP 2025", await httpCaller("2025-11-25", serve, environment)],
    ["stock 2026", await httpCaller("2026-07-28", [STOCK_SERVER], environment)],
    ["stock 2025", await httpCaller("2025-11-25", [STOCK_SERVER], environment)],
  ]);
  const limit = limitVariant(test);
  const names = ["limit", ...servers.keys()];
  const cells = new Map<string, ServerCell[]>();
  const run = async (name: string, callers: number, pairs: number) => {
    const server = servers.get(name);
    return server
      ? runServer(server, { callers, pairs, postmasterPid })
      : runLimit(limit, { callers, pairs, postmasterPid });
  };
  try {
    for (const name of names) await run(name, 8, WARM_UP_PAIRS);
    await withClient(test.asSuperuser, (client) => client.query("VACUUM ANALYZE"));
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      for (const callers of CALLERS) {
        for (const name of names) {
          const key = `${name} ${callers}`;
          const cell = await run(name, callers, PAIRS[callers] ?? 100);
          cells.set(key, [...(cells.get(key) ?? []), cell]);
        }
      }
      console.log(`repeat ${repeat + 1} of ${REPEATS} done`);
    }
    reportPairs(names, cells);
  } finally {
    await limit.close();
    await Promise.all([...servers.values()].map((server) => server.close()));
  }
}

interface Run {
  readonly callers: number;
  readonly pairs: number;
  readonly postmasterPid: number;
}

async function runLimit(
  limit: Variant,
  { callers, pairs, postmasterPid }: Run,
): Promise<ServerCell> {
  const pair = await limit.prepare(pairs);
  return { ...(await measure({ count: pairs, callers, postmasterPid }, pair)), serverCpuUs: 0 };
}

async function runServer(
  server: ToolCaller,
  { callers, pairs, postmasterPid }: Run,
): Promise<ServerCell> {
  const plans = await createPlans(server, pairs, callers);
  const free = Array.from({ length: callers }, (_, slot) => slot);
  const cpuBefore = cpuOfProcess(server.pid);
  const cell = await measure({ count: pairs, callers, postmasterPid }, async (index) => {
    const slot = free.pop() ?? 0;
    await runPair(server, slot, plans[index % plans.length] ?? "");
    free.push(slot);
  });
  return { ...cell, serverCpuUs: (cpuOfProcess(server.pid) - cpuBefore) / pairs };
}

function reportPairs(names: readonly string[], cells: ReadonlyMap<string, readonly ServerCell[]>) {
  console.log(
    `\nPairs (get_next_step + submit_step_result), medians of ${REPEATS} interleaved repeats`,
  );
  console.log(
    "callers  way         pairs/s   % of limit   p50 ms   p99 ms   CPU µs/pair (caller + server + PostgreSQL)",
  );
  for (const callers of CALLERS) {
    for (const name of names) {
      const own = cells.get(`${name} ${callers}`) ?? [];
      const of = (pick: (cell: ServerCell) => number) => median(own.map(pick));
      console.log(
        [
          String(callers).padStart(7),
          ` ${name.padEnd(10)}`,
          of((cell) => cell.perSecond)
            .toFixed(0)
            .padStart(8),
          (100 * ratio(cells, `${name} ${callers}`, `limit ${callers}`)).toFixed(0).padStart(11),
          of((cell) => cell.p50Ms)
            .toFixed(2)
            .padStart(9),
          of((cell) => cell.p99Ms)
            .toFixed(2)
            .padStart(8),
          `   ${of((cell) => cell.clientCpuUs).toFixed(0)} + ${of((cell) => cell.serverCpuUs).toFixed(0)} + ${of((cell) => cell.postgresCpuUs).toFixed(0)}`,
        ].join(" "),
      );
    }
  }
  const share = (name: string) => (100 * ratio(cells, `${name} 8`, "limit 8")).toFixed(0);
  const times = (name: string, other: string) => ratio(cells, `${name} 8`, `${other} 8`).toFixed(1);
  console.log(
    `\nAt 8 callers: stdio ${share("stdio")} % of the limit (goal ≥ 56 %), HTTP ${share("HTTP 2026")} % and ` +
      `${share("HTTP 2025")} % (goal ≥ 50 %), which is ${times("HTTP 2026", "stock 2026")} and ` +
      `${times("HTTP 2025", "stock 2025")} times the stock transport.`,
  );
}

/** Median of the ratios within each repeat, so that both sides ran under the same load. */
function ratio(
  cells: ReadonlyMap<string, readonly ServerCell[]>,
  one: string,
  other: string,
): number {
  const others = cells.get(other) ?? [];
  return median(
    (cells.get(one) ?? []).map(
      ({ perSecond }, index) => perSecond / (others[index]?.perSecond ?? Number.NaN),
    ),
  );
}
