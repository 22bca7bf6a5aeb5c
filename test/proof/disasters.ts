/** A full disk, a read-only file system, jumping clocks, kills, a torn write-ahead log, backups of other versions: clear messages, and nothing acknowledged is lost. */
import { machineClock, serverClock } from "./disasters/clock-cases.ts";
import { lostLog, lostTail, tornTail } from "./disasters/damage-cases.ts";
import { diskFull, readOnly } from "./disasters/disk-cases.ts";
import { outOfMemory } from "./disasters/kill-cases.ts";
import type { CaseResult } from "./disasters/stage.ts";
import { otherVersions } from "./disasters/version-cases.ts";

const CASES: Readonly<Record<string, () => Promise<CaseResult>>> = {
  "disk-full": diskFull,
  "read-only": readOnly,
  "server-clock": serverClock,
  "machine-clock": machineClock,
  kills: outOfMemory,
  "torn-log": tornTail,
  "lost-tail": lostTail,
  "lost-log": lostLog,
  versions: otherVersions,
};

// `npm run proof -- disasters --only disk-full,read-only`
const [option, names = ""] = process.argv.slice(2);
const chosen = option === "--only" ? names.split(",") : Object.keys(CASES);
for (const name of chosen) {
  const run = CASES[name];
  if (!run) throw new Error(`There is no case ${name}: ${Object.keys(CASES).join(", ")}.`);
  const startedAt = performance.now();
  const { lines, violations } = await run();
  console.log(`\n${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
  for (const line of lines) console.log(`  ${line}`);
  for (const violation of violations) console.log(`  VIOLATED: ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}
