import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { isOpenActivity } from "@trovella/plan-engine";
import { Suspense, useState } from "react";
import { api } from "../../api/api.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { numberText, t } from "../../language/messages.ts";
import { AS_TIME_PASSES } from "../../live/as-time-passes.ts";
import { lazyPart } from "../../url/lazy-page.ts";
import { BudgetBars } from "./budget/budget-bars.tsx";
import { PlanBanners } from "./plan-banners.tsx";
import type { PlanDetail } from "./plan-detail.ts";
import { PlanHeader } from "./plan-header.tsx";
import { ResultTab } from "./result/result-tab.tsx";
import type { PlanTabName } from "./route-search.ts";
import { TimelineTab } from "./timeline/timeline-tab.tsx";

const route = getRouteApi("/plans/$planId");

const EvidenceTab = lazyPart(async () => (await import("./evidence/evidence-tab.tsx")).EvidenceTab);
const LogTab = lazyPart(async () => (await import("./log/log-tab.tsx")).LogTab);

export function PlanPage() {
  const { planId } = route.useParams();
  const query = useQuery({
    ...api.researchPlan.detail.queryOptions({ planId }),
    refetchInterval: ({ state }) => isOpen(state.data) && AS_TIME_PASSES.refetchInterval(),
  });
  return (
    <DetailPage
      query={query}
      what={t("plan")}
      lines={10}
      back={<TextLink to="/plans">{t("See all plans")}</TextLink>}
    >
      {(detail) => <Plan key={planId} detail={detail} />}
    </DetailPage>
  );
}

function Plan({ detail }: { detail: PlanDetail }) {
  const { tab, step } = route.useSearch();
  const navigate = route.useNavigate();
  const { counts } = detail;
  // A plan that ends while somebody watches it stays on its timeline.
  const [first] = useState(() => defaultTab(detail, step));
  return (
    <>
      <PlanHeader detail={detail}>
        <BudgetBars detail={detail} />
      </PlanHeader>
      <PlanBanners detail={detail} />
      <Tabs
        label={t("Parts of the plan")}
        chosen={tab ?? first}
        onChoose={(chosen) =>
          void navigate({
            search: ({ step }) => ({
              step: chosen === "evidence" ? undefined : step,
              tab: chosen === first ? undefined : chosen,
            }),
          })
        }
        tabs={[
          { id: "result", label: t("Result"), content: <ResultTab detail={detail} /> },
          {
            id: "evidence",
            label: withCount(t("Evidence"), counts.findings + counts.claims),
            content: (
              <Suspense fallback={<Skeleton what={t("the evidence")} />}>
                <EvidenceTab detail={detail} />
              </Suspense>
            ),
          },
          { id: "timeline", label: t("Timeline"), content: <TimelineTab detail={detail} /> },
          {
            id: "log",
            label: withCount(t("Log"), counts.events + counts.toolCalls),
            content: (
              <Suspense fallback={<Skeleton what={t("the log")} />}>
                <LogTab detail={detail} />
              </Suspense>
            ),
          },
        ]}
      />
    </>
  );
}

/** A link to a step means its timeline; else a finished plan opens on its result, and an open one where the work is. */
function defaultTab(detail: PlanDetail, step: string | undefined): PlanTabName {
  return step === undefined && !isOpen(detail) ? "result" : "timeline";
}

function withCount(name: string, count: number): string {
  return count > 0 ? `${name} (${numberText(count)})` : name;
}

function isOpen(detail: PlanDetail | undefined): boolean {
  return detail !== undefined && isOpenActivity(detail.plan.activity);
}
