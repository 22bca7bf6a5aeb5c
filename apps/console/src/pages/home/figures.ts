import type { HomeSummary, PlanRow } from "../../api/api.ts";
import type { KeyFigure, NeedsYouItem } from "./sections.tsx";

/** Reviews first, then stalled and failed plans. */
export function waitingItems({ needsYou }: HomeSummary): NeedsYouItem[] {
  const reviews = needsYou.reviews.map(
    ({ id, planId, planMode, planTitle, summary, requestedAt }) => ({
      key: id,
      status: "awaiting_review",
      plan: { id: planId, mode: planMode, title: planTitle },
      about: summary,
      since: requestedAt,
      reviewId: id,
    }),
  );
  return [
    ...reviews,
    ...needsYou.stalled.map((plan) => planItem(plan, "stalled")),
    ...needsYou.failed.map((plan) => planItem(plan, "failed")),
  ];
}

export function keyFigures({ kpis }: HomeSummary): KeyFigure[] {
  return [
    { label: "Plans started", ...kpis.plansStarted },
    { label: "Plans completed", ...kpis.plansCompleted },
    { label: "Findings stored", ...kpis.artifactsStored },
    { label: "Reports written", ...kpis.outputsStored },
  ];
}

function planItem(plan: PlanRow, status: "stalled" | "failed"): NeedsYouItem {
  return {
    key: `${status} ${plan.id}`,
    status,
    plan,
    about: plan.failureReason ?? plan.currentStep?.instructions ?? plan.researchQuestion,
    since: plan.lastActivityAt ?? plan.updatedAt,
  };
}
