import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { api } from "../../api/api.ts";
import { ContinuePrompt } from "../../components/continue-prompt.tsx";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { PlanOwner } from "../../components/plan-people.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { rich, t } from "../../language/messages.ts";
import { ClosingEarly } from "../plan/budget/closing-early.tsx";
import type { PlanDetail } from "../plan/plan-detail.ts";
import { ItemHead } from "./item-head.tsx";

interface ClosingItemProps {
  readonly planId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onDecided: () => void;
}

/** A plan that closes early, and after a decision what follows from it. */
export function ClosingItem({ planId, ...rest }: ClosingItemProps) {
  const query = useQuery(api.researchPlan.detail.queryOptions({ planId }));
  return (
    <QueryView query={query} what={t("the plan")} lines={6}>
      {(detail) => <Closing detail={detail} {...rest} />}
    </QueryView>
  );
}

function Closing({
  detail,
  headingRef,
  onDecided,
}: Omit<ClosingItemProps, "planId"> & { detail: PlanDetail }) {
  const { plan, steps, budget } = detail;
  const settled = plan.outcome.completed + plan.outcome.skipped + plan.outcome.failed;
  const since = budget.moments.findLast(({ type }) => type === "budget_phase_changed")?.at;
  const isOver = plan.status === "completed" || plan.status === "failed";
  return (
    <article className="grid gap-5 rounded-lg border border-line bg-card px-5 py-4">
      <ItemHead planId={plan.id} mode={plan.mode} title={plan.title} headingRef={headingRef}>
        <StatusBadge status={statusOf(detail)} />
        {since && budget.phase !== "open" && (
          <span>{rich("since {time}", { time: <RelativeTime at={since} /> })}</span>
        )}
        <span>{t("{count} of {total} steps done", { count: settled, total: steps.length })}</span>
        <PlanOwner ownerId={plan.createdBy} />
        {plan.activity === "stalled" && <span className="text-warn">{t("stalled")}</span>}
      </ItemHead>
      <MarkdownText text={plan.researchQuestion} />
      {isOver && <p className="text-soft">{t("This plan has ended in the meantime.")}</p>}
      {!isOver && budget.phase === "open" && (
        <section aria-label={t("How to continue")} className="grid gap-2">
          <h3 className="font-semibold">
            {t("There is room again: tell your AI client to continue")}
          </h3>
          <ContinuePrompt plan={plan} />
        </section>
      )}
      {!isOver && budget.phase !== "open" && (
        <ClosingEarly detail={detail} hasBars onAccepted={onDecided} />
      )}
      <p>
        <TextLink
          to="/plans/$planId"
          params={{ planId: plan.id }}
          className="inline-flex min-h-9 items-center"
        >
          {t("Open the plan")}
        </TextLink>
      </p>
    </article>
  );
}

function statusOf({ plan, budget }: PlanDetail): string {
  const isClosing =
    budget.phase !== "open" && plan.status !== "completed" && plan.status !== "failed";
  return isClosing ? "closing" : plan.activity;
}
