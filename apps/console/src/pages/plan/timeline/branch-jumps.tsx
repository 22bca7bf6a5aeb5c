import type { PlanCondition, PlanStep } from "../plan-detail.ts";
import type { Row } from "./fold-steps.ts";

/** A fired condition that skipped the rows between two steps. */
export interface BranchJump {
  readonly id: string;
  readonly fromRow: number;
  readonly toRow: number;
}

const WIDTH = 24;
const LANE = 6;
const LANES = 3;

export function jumpsOf(
  conditions: readonly PlanCondition[],
  rows: readonly Row<PlanStep>[],
): BranchJump[] {
  const rowOf = (stepId: string | null) =>
    rows.findIndex((row) =>
      row.kind === "step" ? row.key === stepId : row.steps.some(({ id }) => id === stepId),
    );
  return conditions
    .filter(({ action, firedAt }) => action === "skip_to" && firedAt)
    .map(({ id, stepId, targetStepId }) => ({
      id,
      fromRow: rowOf(stepId),
      toRow: rowOf(targetStepId),
    }))
    .filter(({ fromRow, toRow }) => fromRow >= 0 && toRow >= 0);
}

/** The jumps as arrows beside the rows, which all have the same height. Decorative: the rows say it in words. */
export function BranchJumps({ jumps, rows }: { jumps: readonly BranchJump[]; rows: number }) {
  return (
    <div className="absolute inset-y-0 left-0 w-6 text-warn" aria-hidden="true">
      <svg
        viewBox={`0 0 ${WIDTH} ${rows}`}
        preserveAspectRatio="none"
        className="h-full w-full"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        {jumps.map(({ id, fromRow, toRow }, index) => {
          const x = 4 + (index % LANES) * LANE;
          return (
            <path
              key={id}
              d={`M${WIDTH - 2},${fromRow + 0.5} H${x} V${toRow + 0.5} H${WIDTH - 6}`}
              vectorEffect="non-scaling-stroke"
            />
          );
        })}
      </svg>
      {jumps.map(({ id, toRow }) => (
        // Not part of the SVG, which is stretched with the rows.
        <span
          key={id}
          className="-translate-y-1/2 absolute right-0 border-y-4 border-y-transparent border-l-6 border-l-current"
          style={{ top: `${(100 * (toRow + 0.5)) / rows}%` }}
        />
      ))}
    </div>
  );
}
