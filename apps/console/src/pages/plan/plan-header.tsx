import { isOpenActivity } from "@trovella/plan-engine";
import type { ReactNode } from "react";
import { usePersonName } from "../../api/use-person-name.ts";
import { useIsShared } from "../../api/whose.ts";
import { AssignSelect } from "../../components/assign-select.tsx";
import { CopyPromptButton } from "../../components/continue-prompt.tsx";
import { Fact, TimeFact } from "../../components/fact.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Progress } from "../../components/progress.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { counted, durationText } from "../../format/duration-text.ts";
import { PlanMenu } from "./actions/plan-menu.tsx";
import { PlanTags } from "./actions/plan-tags.tsx";
import type { PlanDetail, PlanHead } from "./plan-detail.ts";

export function PlanHeader({ detail }: { detail: PlanDetail }) {
  const { plan, steps, counts, run, people } = detail;
  const isShared = useIsShared();
  const personName = usePersonName();
  const settled = plan.outcome.completed + plan.outcome.skipped + plan.outcome.failed;
  return (
    <>
      <PageHeader
        title={plan.name}
        heading={<PlanTitle mode={plan.mode} title={plan.title} />}
        actions={
          <>
            {isOpenActivity(plan.activity) && <CopyPromptButton plan={plan} />}
            <PlanMenu plan={plan} />
          </>
        }
      >
        <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere] line-clamp-6">
          {plan.researchQuestion}
        </p>
      </PageHeader>
      <dl className="mb-5 grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:flex sm:flex-wrap">
        <Fact name="Plan">
          <code>{plan.handle}</code>
        </Fact>
        <Fact name="Status">
          <StatusBadge status={plan.activity} />
          <StatusReason detail={detail} />
        </Fact>
        <Fact name="Progress">
          <Progress done={settled} total={steps.length} what="steps done" /> {outcome(plan)}
        </Fact>
        <Fact name="Found">
          {counted(counts.artifacts, "finding")}, {counted(counts.sources, "source")}
        </Fact>
        <TimeFact name="Started" at={plan.createdAt} />
        <TimeFact name="Ended" at={plan.completedAt} />
        <Fact name="Time">{timesInWords(plan)}</Fact>
        <Fact name={isShared ? "Owner" : "Created by"}>{personName(plan.createdBy)}</Fact>
        <PlanTags tags={plan.tags} />
        {isShared && isOpenActivity(plan.activity) && (
          <Fact name="Reviewer">
            <AssignSelect planId={plan.id} people={people}>
              {people.askedId ? personName(people.askedId) : "owners and admins"}
            </AssignSelect>
          </Fact>
        )}
        <Fact name={plan.clients.length === 1 ? "Client" : "Clients"}>
          {plan.clients.length > 0 ? plan.clients.join(", ") : "none yet"}
        </Fact>
        {run && (
          <Fact name="Run">
            <TextLink to="/runs/$executionId" params={{ executionId: run.id }}>
              {run.skillName}
            </TextLink>
          </Fact>
        )}
      </dl>
    </>
  );
}

function StatusReason({ detail: { plan, steps, reviews } }: { detail: PlanDetail }) {
  const reason = (): ReactNode => {
    switch (plan.activity) {
      case "stalled":
        return plan.stalledStepIds.length > 0 ? "not responding" : "no assistant has continued";
      case "failed":
      case "cancelled":
        return "see the reason below";
      case "waiting_for_person": {
        const open = reviews.find(({ decision }) => !decision);
        return open?.stepOrder ? `at step ${open.stepOrder}` : null;
      }
      case "waiting_for_assistant":
        return <LastActive at={plan.quietSince} />;
      case "working": {
        const running = steps.filter(({ status }) => status === "in_progress");
        if (running.length > 0) return `step ${running.map(({ order }) => order).join(", ")}`;
        return plan.status === "planning" ? "not started" : "between steps";
      }
      default:
        return null;
    }
  };
  const words = reason();
  return words && <span className="text-soft"> · {words}</span>;
}

function LastActive({ at }: { at: string }) {
  return (
    <>
      last active <RelativeTime at={at} />
    </>
  );
}

function outcome({ outcome: { skipped, failed } }: PlanHead): string {
  const parts = [skipped > 0 && `${skipped} skipped`, failed > 0 && `${failed} failed`];
  const words = parts.filter(Boolean).join(", ");
  return words && `(${words})`;
}

function timesInWords({ activeMs, waitingMs, stalledMs }: PlanHead): string {
  const parts = [
    `${durationText(activeMs)} active`,
    waitingMs > 0 && `${durationText(waitingMs)} waiting`,
    stalledMs > 0 && `${durationText(stalledMs)} stalled`,
  ];
  return activeMs + waitingMs + stalledMs === 0 ? "none yet" : parts.filter(Boolean).join(", ");
}
