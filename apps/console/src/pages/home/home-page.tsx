import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { isOpenActivity } from "@trovella/plan-engine";
import type { PlanRow } from "../../api/api.ts";
import { api, type HomeSummary } from "../../api/api.ts";
import { useWhose } from "../../api/whose.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { WhoseSwitch } from "../../components/whose-switch.tsx";
import { causeInWords } from "../../format/budget-words.ts";
import { capitalize } from "../../format/capitalize.ts";
import { t } from "../../language/messages.ts";
import { AS_TIME_PASSES } from "../../live/as-time-passes.ts";
import { NewResearchLink } from "../new/new-research-link.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { NeedsYou, type NeedsYouItem } from "./needs-you.tsx";
import { FinishedList, WorkingCards } from "./plan-lists.tsx";
import { SampleNote } from "./sample.tsx";

const route = getRouteApi("/");

export function HomePage() {
  const { whose: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const whose = useWhose(chosen);
  const query = useQuery({
    ...api.home.summary.queryOptions({ whose: whose ?? "all" }),
    ...AS_TIME_PASSES,
    enabled: whose !== undefined,
  });
  return (
    <>
      <PageHeader
        title={t("Home")}
        actions={
          <>
            <WhoseSwitch
              chosen={whose}
              onChange={(to) => void navigate({ search: { whose: to }, replace: true })}
            />
            <NewResearchLink />
          </>
        }
      >
        {t(
          "AI assistants research here step by step; every source is kept, and you decide where it matters.",
        )}
      </PageHeader>
      <QueryView query={query} what={t("the summary")} lines={8}>
        {(summary) => <Summary summary={summary} />}
      </QueryView>
    </>
  );
}

function Summary({ summary }: { summary: HomeSummary }) {
  if (summary.isEmpty) return <FirstSteps isFirst />;
  return (
    <div className="grid gap-8">
      {!summary.hasCalled && <FirstSteps />}
      <NeedsYou
        items={waitingItems(summary)}
        count={summary.needsYou.counts.total}
        others={summary.needsYou.others}
      />
      <WorkingCards {...summary.workingNow} />
      <FinishedList {...summary.recentlyFinished} />
      <KeyFigures kpis={summary.kpis} />
      <SampleNote />
    </div>
  );
}

/** In the order of the inbox. */
function waitingItems({ needsYou }: HomeSummary): NeedsYouItem[] {
  const reviews = needsYou.reviews.map(
    ({ id, planId, planMode, planTitle, summary, requestedAt, ownerId, askedId }) => ({
      key: id,
      ownerId,
      askedId,
      status: "waiting_for_person",
      plan: { id: planId, mode: planMode, title: planTitle },
      about: summary,
      since: requestedAt,
      itemKey: id,
    }),
  );
  return [
    ...reviews,
    ...needsYou.closing.map(closingItem),
    ...[...needsYou.stalled, ...needsYou.waiting, ...needsYou.failed].map(planItem),
  ];
}

function closingItem(plan: PlanRow): NeedsYouItem {
  return {
    key: `closing ${plan.id}`,
    status: "closing",
    ownerId: plan.createdBy,
    plan,
    about: `${capitalize(causeInWords(plan.phaseCause, plan.phase))}.`,
    since: plan.lastActivityAt,
    itemKey: plan.id,
    openPlan: plan,
  };
}

function planItem(plan: PlanRow): NeedsYouItem {
  return {
    key: `${plan.activity} ${plan.id}`,
    status: plan.activity,
    ownerId: plan.createdBy,
    plan,
    ...(isOpenActivity(plan.activity) ? { openPlan: plan } : {}),
    about: plan.failureReason ?? plan.currentStep?.instructions ?? plan.researchQuestion,
    since: plan.lastActivityAt,
  };
}
