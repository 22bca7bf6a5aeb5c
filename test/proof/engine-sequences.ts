/** 100,000 random command sequences on the plan engine, each checked against every rule. */

import { PLAN_STATUSES, STEP_STATUSES } from "@trovella/plan-engine";
import { checkHistory } from "@trovella/testing/engine/check-history";
import { Coverage } from "@trovella/testing/engine/history-coverage";
import { histories } from "@trovella/testing/engine/history-spec";
import fc from "fast-check";

const RUNS = 100_000;
const CHUNK = 10_000;
const PLAN_PAIRS = PLAN_STATUSES.length ** 2;
const STEP_PAIRS = STEP_STATUSES.length ** 2;
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000);

const coverage = new Coverage();
const startedAt = performance.now();
for (let done = 0; done < RUNS; done += CHUNK) {
  fc.assert(
    fc.property(histories, (spec) => checkHistory(spec, coverage)),
    { numRuns: CHUNK, seed: seed + done },
  );
  console.log(`${done + CHUNK} histories, ${coverage.commands} commands, no rule violated`);
}
console.log(
  `${RUNS} histories (seed ${seed}): ${coverage.accepted} of ${coverage.commands} commands accepted; ` +
    `${coverage.planPairsTried.size}/${PLAN_PAIRS} plan pairs and ${coverage.stepPairsTried.size}/${STEP_PAIRS} step pairs tried; ` +
    `${coverage.planMoves.size} plan and ${coverage.stepMoves.size} step transitions taken; ` +
    `${coverage.eventTypes.size} kinds of events; refusals: ${[...coverage.refusals].sort().join(", ")}; ` +
    `${Math.round((performance.now() - startedAt) / 1000)} s`,
);
const isComplete =
  coverage.planPairsTried.size === PLAN_PAIRS && coverage.stepPairsTried.size === STEP_PAIRS;
if (!isComplete) {
  console.error("Not every pair of statuses was tried.");
  process.exitCode = 1;
}
