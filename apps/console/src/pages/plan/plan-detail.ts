import type { Replies } from "../../api/api.ts";
import { t } from "../../language/messages.ts";

export type PlanDetail = Replies["researchPlan"]["detail"];
export type PlanHead = PlanDetail["plan"];
export type PlanStep = PlanDetail["steps"][number];
export type PlanReview = PlanDetail["reviews"][number];
export type PlanCondition = PlanDetail["conditions"][number];

/** "scout in claude-code 2.1": the agent, where it named itself, and its client. */
export function holderInWords({
  leaseHolder,
  leaseClient,
}: Pick<PlanStep, "leaseHolder" | "leaseClient">): string {
  return [leaseHolder, leaseClient].filter(Boolean).join(t(" in ")) || t("an unnamed client");
}

export const STEP_TYPE_LABELS: Readonly<Record<PlanStep["type"], string>> = {
  search: t("Search"),
  extract: t("Extract"),
  analyze: t("Analyze"),
  critique: t("Critique"),
  synthesize: t("Synthesize"),
  checkpoint: t("Checkpoint"),
  custom: t("Custom"),
};

export function stepTitle({ order, type }: Pick<PlanStep, "order" | "type">): string {
  return t("Step {order} · {type}", { order, type: STEP_TYPE_LABELS[type] });
}

/** The step with this id or handle (`s4`). */
export function findStep({ steps }: PlanDetail, named: string): PlanStep | undefined {
  return steps.find(({ id, number }) => id === named || `s${number}` === named.toLowerCase());
}

/** The effect of a fired condition; null for `continue`. */
export function firedInWords(
  condition: PlanCondition,
  steps: readonly Pick<PlanStep, "id" | "order">[],
): string | null {
  if (!condition.firedAt) return null;
  switch (condition.action) {
    case "skip_to": {
      const target = steps.find(({ id }) => id === condition.targetStepId);
      return target
        ? t("jumped to step {order}", { order: target.order })
        : t("jumped to a removed step");
    }
    case "add_steps":
      return t("added steps");
    case "fail":
      return t("ended the plan");
    case "continue":
      return null;
  }
}

/** The separator with which the engine appends feedback to a step's instructions. */
const FEEDBACK = "\n\n---\n\nUser feedback: ";

/** Separates the original instructions from the feedback that reviews added. */
export function splitFeedback(instructions: string): {
  readonly written: string;
  readonly feedback: readonly string[];
} {
  const [written = "", ...feedback] = instructions.split(FEEDBACK);
  return { written, feedback };
}
