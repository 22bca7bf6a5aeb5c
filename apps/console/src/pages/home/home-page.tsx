import { useQuery } from "@tanstack/react-query";
import type { PlanRow } from "../../api/api.ts";
import { api, type HomeSummary } from "../../api/api.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { causeInWords } from "../../format/budget-words.ts";
import { capitalize } from "../../format/capitalize.ts";
import { FirstSteps } from "./first-steps.tsx";
import type { KeyFigure, NeedsYouItem } from "./needs-you.tsx";
import { FinishedList, KeyFigures, NeedsYou, RunningCards } from "./needs-you.tsx";

export function HomePage() {
  const query = useQuery(api.home.summary.queryOptions());
  return (
    <>
      <PageHeader title="Home" />
      <QueryView query={query} what="the summary" lines={8}>
        {(summary) => <Summary summary={summary} />}
      </QueryView>
    </>
  );
}

function Summary({ summary }: { summary: HomeSummary }) {
  if (summary.isEmpty) return <FirstSteps />;
  return (
    <div className="grid gap-8">
      <KeyFigures figures={keyFigures(summary)} />
      <NeedsYou items={waitingItems(summary)} />
      <RunningCards plans={summary.runningNow} />
      <FinishedList plans={summary.recentlyFinished} />
    </div>
  );
}

/** Reviews first, then plans that close early, stalled and failed ones. */
function waitingItems({ needsYou }: HomeSummary): NeedsYouItem[] {
  const reviews = needsYou.reviews.map(
    ({ id, planId, planMode, planTitle, summary, requestedAt }) => ({
      key: id,
      status: "awaiting_review",
      plan: { id: planId, mode: planMode, title: planTitle },
      about: summary,
      since: requestedAt,
      itemKey: id,
    }),
  );
  return [
    ...reviews,
    ...needsYou.closing.map(closingItem),
    ...needsYou.stalled.map((plan) => planItem(plan, "stalled")),
    ...needsYou.failed.map((plan) => planItem(plan, "failed")),
  ];
}

function closingItem(plan: PlanRow): NeedsYouItem {
  return {
    key: `closing ${plan.id}`,
    status: "closing",
    plan,
    about: `${capitalize(causeInWords(plan.phaseCause, plan.phase))}.`,
    since: plan.lastActivityAt ?? plan.updatedAt,
    itemKey: plan.id,
    openPlan: plan,
  };
}

function keyFigures({ kpis }: HomeSummary): KeyFigure[] {
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
    ...(status === "failed" ? {} : { openPlan: plan }),
    about: plan.failureReason ?? plan.currentStep?.instructions ?? plan.researchQuestion,
    since: plan.lastActivityAt ?? plan.updatedAt,
  };
}
