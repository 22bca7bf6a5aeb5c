import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { describeError } from "../../api/describe-error.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { isPaused } from "../../live/live-pause.ts";
import { ActivityTab } from "./activity/activity-tab.tsx";
import { CallsTab } from "./calls-tab.tsx";
import { EvidenceTab } from "./evidence-tab.tsx";
import { PlanBanners } from "./plan-banners.tsx";
import type { PlanDetail } from "./plan-detail.ts";
import { PlanHeader } from "./plan-header.tsx";
import { PlanTab } from "./plan-tab.tsx";
import { ReportsTab } from "./reports-tab.tsx";
import { TimelineTab } from "./timeline/timeline-tab.tsx";

const route = getRouteApi("/plans/$planId");
/** Bars grow and steps stall by time alone, without anything happening that would be told. */
const CLOCK_MS = 30_000;
const OPEN_STATUSES = ["planning", "executing", "awaiting_review", "stalled"];

export function PlanPage() {
  const { planId } = route.useParams();
  const { data, error, refetch } = useQuery({
    ...api.researchPlan.detail.queryOptions({ planId }),
    refetchInterval: ({ state }) => isOpen(state.data) && !isPaused() && CLOCK_MS,
  });
  if (data) return <Plan key={planId} detail={data} />;
  if (error && isUnknown(error)) return <UnknownPlan planId={planId} />;
  return (
    <>
      <PageHeader title="Plan" />
      {error ? (
        <ErrorState what="The plan" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton what="the plan" lines={10} />
      )}
    </>
  );
}

function Plan({ detail }: { detail: PlanDetail }) {
  const { tab = "timeline" } = route.useSearch();
  const navigate = route.useNavigate();
  const { counts } = detail;
  return (
    <>
      <PlanHeader detail={detail} />
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
          {
            id: "evidence",
            label: named("Evidence", counts.artifacts),
            content: <EvidenceTab detail={detail} />,
          },
          {
            id: "reports",
            label: named("Reports", counts.outputs),
            content: <ReportsTab detail={detail} />,
          },
          {
            id: "activity",
            label: named("Activity", counts.events),
            content: <ActivityTab detail={detail} />,
          },
          {
            id: "calls",
            label: named("Tool calls", counts.toolCalls),
            content: <CallsTab detail={detail} />,
          },
        ]}
      />
    </>
  );
}

function UnknownPlan({ planId }: { planId: string }) {
  return (
    <>
      <PageHeader title="No such plan" />
      <EmptyState
        title="There is no plan with this id"
        action={
          <Link to="/plans" className="font-medium text-accent underline">
            See all plans
          </Link>
        }
      >
        <code className="font-mono [overflow-wrap:anywhere]">{planId}</code> was never here, or
        belongs to somebody else.
      </EmptyState>
    </>
  );
}

function named(name: string, count: number): string {
  return count > 0 ? `${name} (${count.toLocaleString()})` : name;
}

function isOpen(detail: PlanDetail | undefined): boolean {
  return detail !== undefined && OPEN_STATUSES.includes(detail.plan.status);
}

/** What is no id at all cannot be known either. */
function isUnknown(error: unknown): boolean {
  return ["NOT_FOUND", "INVALID_INPUT"].includes(describeError(error).code);
}
