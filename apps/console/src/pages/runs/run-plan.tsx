import { Link } from "@tanstack/react-router";
import type { Replies } from "../../api/api.ts";
import { PlanTitle } from "../../components/plan-title.tsx";
import { Progress } from "../../components/progress.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { t } from "../../language/messages.ts";
import { noPlanReason } from "./no-plan-reason.ts";

interface RunPlanProps {
  readonly detail: Replies["skillExecution"]["detail"];
  readonly rationale: string | null;
}

export function RunPlan({ detail: { execution, plan }, rationale }: RunPlanProps) {
  return (
    <Section title={t("Plan")}>
      {plan ? <LinkedPlan plan={plan} /> : <p className="text-soft">{noPlanReason(execution)}</p>}
      {rationale && (
        <p className="mt-3 max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">
          <span className="text-soft">{t("Design rationale:")}</span> {rationale}
        </p>
      )}
    </Section>
  );
}

function LinkedPlan({ plan }: { plan: NonNullable<Replies["skillExecution"]["detail"]["plan"]> }) {
  const { id, mode, title, researchQuestion, activity, stepCount, outcome, updatedAt } = plan;
  const settled = outcome.completed + outcome.skipped + outcome.failed;
  return (
    <div className="rounded-lg border border-line bg-card px-4 py-3 [overflow-wrap:anywhere]">
      <Link
        to="/plans/$planId"
        params={{ planId: id }}
        className="font-medium underline decoration-line underline-offset-2 hover:decoration-text"
      >
        <PlanTitle mode={mode} title={title} />
      </Link>
      <p className="line-clamp-3 text-soft text-sm">{researchQuestion}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <StatusBadge status={activity} />
        <Progress done={settled} total={stepCount} what={t("steps done")} />
        <span className="text-soft">
          <RelativeTime at={updatedAt} />
        </span>
      </p>
    </div>
  );
}
