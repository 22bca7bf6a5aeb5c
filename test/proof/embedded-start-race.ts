/** 2 to 8 processes start one new embedded PostgreSQL concurrently, random ones killed: one server, no row lost. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type RoundResult, runRound } from "./embedded/start-race-round.ts";

const SERVED_LIMIT_MS = 10_000;

// On a busy machine the time limit is not significant, so the tests turn it off.
const isTimed = !process.argv.includes("--untimed");
const rounds = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 30);
const results: RoundResult[] = [];
// When root runs this, PostgreSQL runs as an unprivileged user that needs access.
const folder = mkdtempSync(path.join(tmpdir(), "trovella-race-"));

for (let round = 1; round <= rounds; round += 1) {
  const result = await runRound(path.join(folder, `round-${round}`));
  results.push(result);
  console.log(`round ${round}: ${describe([result])}`);
  for (const problem of problemsOf(result)) console.log(`  broken: ${problem}`);
}
rmSync(folder, { recursive: true, force: true });

const broken = results.flatMap(problemsOf).length;
console.log(`${rounds} rounds: ${describe(results)}; ${broken} promises broken`);
process.exitCode = broken > 0 || results.length === 0 ? 1 : 0;

function describe(of: readonly RoundResult[]): string {
  const sum = (pick: (result: RoundResult) => number) =>
    of.reduce((total, result) => total + pick(result), 0);
  const served = of.flatMap((result) => result.servedMs).sort((a, b) => a - b);
  const killed = ["worker", "postmaster", "other"] as const;
  const kills = killed.map((kind) => `${sum((result) => result.kills[kind])} ${kind}`).join(", ");
  return [
    `${sum((result) => result.processes)} processes`,
    `kill -9 of ${kills}`,
    `${sum((result) => result.acknowledged)} acknowledged rows`,
    `${sum((result) => result.lost)} lost`,
    `at most ${Math.max(...of.map((result) => result.maxPostmasters))} postmaster at once`,
    `served p50 ${served[Math.floor(served.length / 2)]} ms, max ${served.at(-1)} ms`,
  ].join("; ");
}

function problemsOf(result: RoundResult): string[] {
  const slow = isTimed ? result.servedMs.filter((taken) => taken > SERVED_LIMIT_MS) : [];
  return [
    ...result.problems,
    ...(result.lost > 0 ? [`${result.lost} acknowledged rows lost`] : []),
    ...(result.maxPostmasters > 1 ? [`${result.maxPostmasters} postmasters at once`] : []),
    ...slow.map((taken) => `served after ${taken} ms`),
  ];
}
