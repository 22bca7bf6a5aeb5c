import { getRouteApi } from "@tanstack/react-router";
import type { PlanActivity } from "@trovella/plan-engine";
import type { HomeSummary } from "../../api/api.ts";
import { CopyPromptButton } from "../../components/continue-prompt.tsx";
import { PlanOwner } from "../../components/plan-people.tsx";
import { Progress } from "../../components/progress.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { markdownExcerpt } from "../../format/markdown-excerpt.ts";
import { plural, t } from "../../language/messages.ts";
import { LINES, ListSection, PlanName } from "./list-section.tsx";

const homeRoute = getRouteApi("/");

export function WorkingCards({ plans, count }: HomeSummary["workingNow"]) {
  return (
    <ListSection
      title={t("Working now")}
      none={t("No assistant is working. Ask your AI client to start or resume a plan.")}
      className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3"
      count={count}
      all={<AllPlans status="working" />}
    >
      {plans.map((plan) => (
        <li
          key={plan.id}
          className="flex flex-col gap-2 rounded-lg border border-line bg-card px-4 py-3"
        >
          <div>
            <PlanName plan={plan} />
            <p className="mt-0.5 line-clamp-2 text-soft text-sm">
              {plan.currentStep
                ? t("Step {number}: {instructions}", {
                    number: plan.currentStep.order,
                    instructions: plan.currentStep.instructions,
                  })
                : plan.researchQuestion}
            </p>
          </div>
          <p className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            <StatusBadge status={plan.activity} />
            <Progress done={plan.settledCount} total={plan.stepCount} what={t("steps done")} />
            <span className="ml-auto flex gap-x-3 text-soft">
              <PlanOwner ownerId={plan.createdBy} />
              <RelativeTime at={plan.updatedAt} />
            </span>
          </p>
          <p>
            <CopyPromptButton plan={plan} of={plan.title} />
          </p>
        </li>
      ))}
    </ListSection>
  );
}

/** A finished plan opens on its result. */
export function FinishedList({ plans, count }: HomeSummary["recentlyFinished"]) {
  return (
    <ListSection
      title={t("Recently finished")}
      none={t("Nothing finished yet")}
      className={LINES}
      count={count}
      all={<AllPlans status="completed" />}
    >
      {plans.map((plan) => (
        <li
          key={plan.id}
          className="grid gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0">
            <PlanName plan={plan} />
            <p className="line-clamp-2 text-soft text-sm">
              {markdownExcerpt(plan.answer ?? plan.researchQuestion, 220)}
            </p>
          </div>
          <p className="flex flex-wrap items-baseline gap-x-3 text-soft text-sm sm:max-w-64 sm:justify-end">
            <PlanOwner ownerId={plan.createdBy} />
            <span className="tabular-nums">
              {plural(plan.sourceCount, "{count} source", "{count} sources")}
            </span>
            <RelativeTime at={plan.updatedAt} />
            {plan.outputId && (
              <TextLink
                to="/reports/$outputId"
                params={{ outputId: plan.outputId }}
                aria-label={t("Read the report: {plan}", { plan: plan.title })}
              >
                {t("Read the report")}
              </TextLink>
            )}
          </p>
        </li>
      ))}
    </ListSection>
  );
}

function AllPlans({ status }: { status: PlanActivity }) {
  const { whose } = homeRoute.useSearch();
  return (
    <TextLink to="/plans" search={{ status: [status], whose }}>
      {t("See all")}
    </TextLink>
  );
}
