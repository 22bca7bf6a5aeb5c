/** Pairs per second of load, decide, save compared with a limit and a naive ORM; claims in large tables. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withClient } from "@trovella/db";
import { ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import { createTemplate, createTestDatabase } from "@trovella/testing/database/test-database";
import { measureGrowth } from "./growth.ts";
import { type Cell, describeLoad, measure, median } from "./measure.ts";
import { engineVariant, limitVariant, naiveVariant, type Variant } from "./storage-variants.ts";

const REPEATS = 5;
const WARM_UP_PAIRS = 1500;
const CALLERS = [1, 8, 32];
const PAIRS: Readonly<Record<number, number>> = { 1: 200, 8: 800, 32: 800 };

const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-bench-"));
chmodSync(dataDirectory, 0o755);
try {
  const cluster = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
  const postmasterPid = Number(
    readFileSync(path.join(dataDirectory, "pg", "postmaster.pid"), "utf8").split("\n")[0],
  );
  await createTemplate(cluster);
  console.log(`Load before: ${describeLoad()}`);
  await comparePairs(cluster.socketDirectory, postmasterPid);
  if (!process.argv.includes("--pairs"))
    await measureGrowth(cluster.socketDirectory, postmasterPid);
  console.log(`Load after: ${describeLoad()}`);
} finally {
  await stopPostgres({ dataDirectory });
  rmSync(dataDirectory, { recursive: true, force: true });
}

/** Repeat → callers → variant, so that load spikes of the machine affect all alike. */
async function comparePairs(socketDirectory: string, postmasterPid: number): Promise<void> {
  const test = await createTestDatabase(socketDirectory);
  const variants = [limitVariant(test), engineVariant(test), naiveVariant(test)];
  const cells = new Map<string, Cell[]>();
  for (const variant of variants) await runCell(variant, 8, WARM_UP_PAIRS, postmasterPid);
  // Query plans made for nearly empty tables would scan them after they have grown.
  await withClient(test.asSuperuser, (client) => client.query("VACUUM ANALYZE"));
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const callers of CALLERS) {
      for (const variant of variants) {
        const cell = await runCell(variant, callers, PAIRS[callers] ?? 100, postmasterPid);
        const key = `${variant.name} ${callers}`;
        cells.set(key, [...(cells.get(key) ?? []), cell]);
      }
    }
    console.log(`repeat ${repeat + 1} of ${REPEATS} done`);
  }
  report(variants, cells);
  await Promise.all(variants.map((variant) => variant.close()));
  await test.drop();
}

async function runCell(
  variant: Variant,
  callers: number,
  pairs: number,
  postmasterPid: number,
): Promise<Cell> {
  const pair = await variant.prepare(pairs);
  return measure({ count: pairs, callers, postmasterPid }, pair);
}

function report(variants: readonly Variant[], cells: ReadonlyMap<string, readonly Cell[]>): void {
  console.log(
    `\nPairs (get_next_step + submit_step_result), medians of ${REPEATS} interleaved repeats`,
  );
  console.log(
    "callers  variant      pairs/s   % of limit   p50 ms   p99 ms   CPU µs/pair (client + PostgreSQL)",
  );
  for (const callers of CALLERS) {
    for (const { name } of variants) {
      const own = cells.get(`${name} ${callers}`) ?? [];
      const limit = cells.get(`limit ${callers}`) ?? [];
      const shares = own.map(
        (cell, index) => (100 * cell.perSecond) / (limit[index]?.perSecond ?? Number.NaN),
      );
      const of = (pick: (cell: Cell) => number) => median(own.map(pick));
      console.log(
        [
          String(callers).padStart(7),
          ` ${name.padEnd(10)}`,
          of((cell) => cell.perSecond)
            .toFixed(0)
            .padStart(8),
          median(shares).toFixed(0).padStart(11),
          of((cell) => cell.p50Ms)
            .toFixed(2)
            .padStart(9),
          of((cell) => cell.p99Ms)
            .toFixed(2)
            .padStart(8),
          `   ${of((cell) => cell.clientCpuUs).toFixed(0)} + ${of((cell) => cell.postgresCpuUs).toFixed(0)}`,
        ].join(" "),
      );
    }
  }
  const times = (fast: string, slow: string) =>
    median(
      (cells.get(`${fast} 8`) ?? []).map(
        (cell, index) =>
          cell.perSecond / (cells.get(`${slow} 8`)?.[index]?.perSecond ?? Number.NaN),
      ),
    );
  console.log(
    `\nAt 8 callers the engine does ${(100 * times("engine", "limit")).toFixed(0)} % of the limit (goal ≥ 55 %) and ` +
      `${times("engine", "naive ORM").toFixed(1)} times the naive ORM, of which the limit itself does ` +
      `${times("limit", "naive ORM").toFixed(1)} times.`,
  );
}
