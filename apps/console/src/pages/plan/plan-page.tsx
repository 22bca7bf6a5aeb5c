import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { isOpenActivity } from "@trovella/plan-engine";
import type { ReactNode } from "react";
import { api } from "../../api/api.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { AS_TIME_PASSES } from "../../live/as-time-passes.ts";
import { ActivityTab } from "./activity/activity-tab.tsx";
import { BudgetBars } from "./budget/budget-bars.tsx";
import { CallsTab } from "./calls-tab.tsx";
import { ClaimsTab } from "./claims-tab.tsx";
import { EvidenceTab } from "./evidence-tab.tsx";
import { PlanBanners } from "./plan-banners.tsx";
import type { PlanDetail } from "./plan-detail.ts";
import { PlanHeader } from "./plan-header.tsx";
import { PlanTab } from "./plan-tab.tsx";
import { ReportsTab } from "./reports-tab.tsx";
import type { PlanTabName } from "./route-search.ts";
import { TimelineTab } from "./timeline/timeline-tab.tsx";

const route = getRouteApi("/plans/$planId");

export function PlanPage() {
  const { planId } = route.useParams();
  const query = useQuery({
    ...api.researchPlan.detail.queryOptions({ planId }),
    refetchInterval: ({ state }) => isOpen(state.data) && AS_TIME_PASSES.refetchInterval(),
  });
  return (
    <DetailPage
      query={query}
      what="plan"
      lines={10}
      back={<TextLink to="/plans">See all plans</TextLink>}
    >
      {(detail) => <Plan key={planId} detail={detail} />}
    </DetailPage>
  );
}

function Plan({ detail }: { detail: PlanDetail }) {
  const { tab = "timeline" } = route.useSearch();
  const navigate = route.useNavigate();
  const { counts } = detail;
  return (
    <>
      <PlanHeader detail={detail} />
      <BudgetBars detail={detail} />
      <PlanBanners detail={detail} />
      <Tabs
        label="Parts of the plan"
        chosen={tab}
        onChoose={(chosen) =>
          void navigate({
            search: ({ step }) => ({ step, tab: chosen === "timeline" ? undefined : chosen }),
          })
        }
        tabs={[
          { id: "timeline", label: "Timeline", content: <TimelineTab detail={detail} /> },
          { id: "plan", label: "Plan", content: <PlanTab detail={detail} /> },
          countedTab("evidence", "Evidence", counts.artifacts, <EvidenceTab detail={detail} />),
          countedTab("claims", "Claims", counts.claims, <ClaimsTab detail={detail} />),
          countedTab("reports", "Reports", counts.outputs, <ReportsTab detail={detail} />),
          countedTab("activity", "Activity", counts.events, <ActivityTab detail={detail} />),
          countedTab("calls", "Tool calls", counts.toolCalls, <CallsTab detail={detail} />),
        ]}
      />
    </>
  );
}

function countedTab(id: PlanTabName, name: string, count: number, content: ReactNode) {
  return { id, label: count > 0 ? `${name} (${count.toLocaleString()})` : name, content };
}

function isOpen(detail: PlanDetail | undefined): boolean {
  return detail !== undefined && isOpenActivity(detail.plan.activity);
}
