import type { ReviewDecision } from "@trovella/plan-engine";
import { t } from "../../language/messages.ts";

/** What each decision does, in a sentence. */
export function effectsOf(step: number): Readonly<Record<ReviewDecision, string>> {
  return {
    approve: t("Step {step} is completed with what was found, and the plan can continue.", {
      step,
    }),
    modify: t("Step {step} runs again with your feedback added to its instructions.", { step }),
    skip: t("Step {step} is skipped, and the plan can continue without it.", { step }),
    reject: t("Step {step} fails and the whole plan ends as failed. This cannot be undone.", {
      step,
    }),
  };
}
