import type { Dimension } from "@trovella/plan-engine";
import type { PlanBudget, UsageFigure } from "../../../format/budget-words.ts";

export type CappedFigure = UsageFigure & { readonly cap: number };

/** A default cap is of interest only when the plan comes near it. */
const NEAR_DEFAULT = 0.5;
const MORE = 1.5;

/** What the header shows: caps of the plan's own budget, and default caps of which half is used. */
export function shownFigures({ figures }: Pick<PlanBudget, "figures">): CappedFigure[] {
  return figures
    .filter(isCapped)
    .filter(({ isOwn, used, cap }) => isOwn || used >= NEAR_DEFAULT * cap);
}

/** Caps that people may add: the others have sensible defaults. */
const OFFERED: readonly Dimension[] = ["workMinutes", "toolCalls", "tokens", "costUsd"];

/** What the dialog offers: the caps that are shown, and those that could be added. */
export function changeableFigures({ figures }: Pick<PlanBudget, "figures">): UsageFigure[] {
  const shown: readonly UsageFigure[] = shownFigures({ figures });
  const addable = OFFERED.map(
    (dimension) =>
      figures.find((figure) => figure.dimension === dimension) ?? unreported(dimension),
  );
  return [...shown, ...addable.filter(({ cap }) => cap === null)];
}

/** A cost that nobody reported is not among the figures. */
function unreported(dimension: Dimension): UsageFigure {
  return { dimension, used: 0, cap: null, basis: "estimate", isOwn: false };
}

/** Those that make the plan close early. */
export function reachedFigures({ figures, reserve }: Pick<PlanBudget, "figures" | "reserve">) {
  return figures.filter(isCapped).filter((figure) => isReached(figure, figure.cap, reserve));
}

/** Whether a plan with this cap only gets closing steps. Estimates never close a plan. */
export function isReached(
  { used, basis }: Pick<UsageFigure, "used" | "basis">,
  cap: number,
  reserve: number,
): boolean {
  return basis !== "estimate" && used >= cap * (1 - reserve);
}

/** Half as much again, or more where that would not reopen the plan; rounded up to a number that people would choose. */
export function suggestedCap({ dimension, used, cap }: CappedFigure, reserve: number): number {
  const wanted = Math.max(cap * MORE, (used * 1.1) / (1 - reserve));
  return Math.min(MAX_CAPS[dimension] ?? Number.POSITIVE_INFINITY, roundedUp(dimension, wanted));
}

const MAX_CAPS: Partial<Record<Dimension, number>> = { steps: 200 };

function roundedUp(dimension: Dimension, amount: number): number {
  if (dimension === "costUsd" && amount < 10) return Math.ceil(amount * 10) / 10;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1);
  const step = amount < 20 ? 1 : unit >= 10 ? unit : 5;
  return Math.ceil(amount / step) * step;
}

function isCapped(figure: UsageFigure): figure is CappedFigure {
  return figure.cap !== null;
}
