import type { PlanStep } from "../plan-detail.ts";

export type FoldableStep = Pick<PlanStep, "id" | "status" | "attempt" | "budgetEffect">;

/** A row of the timeline: a step, or a run of steps that nobody needs to see. */
export type Row<Step> =
  | { readonly kind: "step"; readonly key: string; readonly step: Step }
  | {
      readonly kind: "fold";
      /** That of its first step. */
      readonly key: string;
      readonly isPlanned: boolean;
      readonly steps: readonly Step[];
    };

/** Shorter plans are shown whole. */
const LONG_PLAN = 30;
/** Folding fewer rows would save nothing. */
const MIN_FOLD = 5;
const NEIGHBOURS = 2;

/** Failed or stalled, tried more than once, or ended by the budget. */
export function isProblem(step: FoldableStep, stalledIds: readonly string[]): boolean {
  return (
    step.status === "failed" ||
    step.attempt > 1 ||
    step.budgetEffect === "ended" ||
    stalledIds.includes(step.id)
  );
}

/** The rows of a plan: in a long one, finished and planned steps far from where something happens are folded. */
export function foldSteps<Step extends FoldableStep>(
  steps: readonly Step[],
  {
    stalledIds,
    chosen,
    opened,
  }: {
    readonly stalledIds: readonly string[];
    readonly chosen: string | undefined;
    /** Keys of the folds that were opened. */
    readonly opened: ReadonlySet<string>;
  },
): Row<Step>[] {
  const whole = steps.map((step) => rowOf(step));
  if (steps.length <= LONG_PLAN) return whole;
  const wanted = steps.flatMap((step, index) => {
    const isActive = step.status === "in_progress" || step.status === "awaiting_input";
    return isActive || step.id === chosen || isProblem(step, stalledIds) ? [index] : [];
  });
  const next = steps.findIndex(({ status }) => status === "pending");
  const kept = [0, steps.length - 1, ...wanted, ...(next < 0 ? [] : [next])];
  const isKept = (index: number) => kept.some((at) => Math.abs(at - index) <= NEIGHBOURS);
  return runs(steps, isKept).flatMap((run) => {
    const [first] = run;
    if (!first || run.length < MIN_FOLD || isKept(steps.indexOf(first))) return run.map(rowOf);
    const isOpened = opened.has(first.id);
    return isOpened ? run.map(rowOf) : [foldOf(first, run)];
  });
}

function rowOf<Step extends FoldableStep>(step: Step): Row<Step> {
  return { kind: "step", key: step.id, step };
}

function foldOf<Step extends FoldableStep>(first: Step, steps: readonly Step[]): Row<Step> {
  return { kind: "fold", key: first.id, isPlanned: first.status === "pending", steps };
}

/** Steps in a row that are all kept, all planned, or all finished. */
function runs<Step extends FoldableStep>(
  steps: readonly Step[],
  isKept: (index: number) => boolean,
): Step[][] {
  const result: { kind: string; steps: Step[] }[] = [];
  for (const [index, step] of steps.entries()) {
    const kind = isKept(index) ? "kept" : step.status === "pending" ? "planned" : "done";
    const last = result.at(-1);
    if (last?.kind === kind) last.steps.push(step);
    else result.push({ kind, steps: [step] });
  }
  return result.map(({ steps }) => steps);
}
