/** Fleets of 1, 4 and 16 agents with random costs and caps, 10,000 runs: the reserve is there when the closing step is handed out. */
import { Random } from "@trovella/testing/engine/random";
import { type FleetRun, simulateFleet } from "./fleets/simulate-fleet.ts";

const RUNS = Number(process.argv[2] ?? 10_000);
const FLEETS = [1, 4, 16] as const;
/** Sums of fractions are not exact. */
const ROUNDING = 1e-6;

const results = FLEETS.map((agents) => {
  const runs = Array.from({ length: Math.ceil(RUNS / FLEETS.length) }, (_, index) =>
    simulateFleet(agents, new Random(agents, index)),
  );
  const capped = runs.filter(({ isCapped }) => isCapped);
  const broken = runs.filter((run) => run.left < owed(run, agents) - ROUNDING * run.cap);
  const overshoots = capped.map(overshoot);
  const mean = overshoots.reduce((sum, value) => sum + value, 0) / Math.max(1, capped.length);
  console.log(
    `${agents} agents: ${runs.length} runs, ${capped.length} ended by a cap; closing step with less than the reserve minus one attempt per agent: ${broken.length}; ` +
      `beyond the start of the reserve: mean ${percent(mean)}, largest ${percent(Math.max(0, ...overshoots))} of the cap; ` +
      `caps exceeded before it: ${capped.filter(({ left }) => left < 0).length}`,
  );
  return { runs: runs.length, broken: broken.length };
});
const total = results.reduce((sum, { runs }) => sum + runs, 0);
const broken = results.reduce((sum, result) => sum + result.broken, 0);
console.log(`${total} runs, ${broken} without the reserve`);
if (broken > 0) process.exitCode = 1;

/** What must be left: attempts under way when the reserve is reached may still use it, one per agent. */
function owed({ cap, reserve, largestAttempt }: FleetRun, agents: number): number {
  return reserve * cap - agents * largestAttempt;
}

function overshoot({ cap, reserve, left }: FleetRun): number {
  return Math.max(0, reserve - left / cap);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
