import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isOpenActivity } from "@trovella/plan-engine";
import { Fragment, type ReactNode } from "react";
import { useCan, useTeam } from "../../api/account.ts";
import { api } from "../../api/api.ts";
import { describeError } from "../../api/describe-error.ts";
import { useIsShared } from "../../api/whose.ts";
import { Button } from "../../components/button.tsx";
import { ContinuePrompt } from "../../components/continue-prompt.tsx";
import { DecideLink } from "../../components/decide-link.tsx";
import { Icon, type IconName } from "../../components/icon.tsx";
import { WaitsFor } from "../../components/plan-people.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { useToast } from "../../components/toast.tsx";
import { type BudgetEffect, causeInWords } from "../../format/budget-words.ts";
import { capitalize } from "../../format/capitalize.ts";
import { durationText } from "../../format/duration-text.ts";
import { markdownExcerpt } from "../../format/markdown-excerpt.ts";
import { plural, rich, t } from "../../language/messages.ts";
import { ClosingEarly } from "./budget/closing-early.tsx";
import { ComposeButton, isComposable } from "./compose-button.tsx";
import { type PlanDetail, type PlanStep, stepTitle } from "./plan-detail.ts";

export function PlanBanners({ detail }: { detail: PlanDetail }) {
  return (
    <>
      {detail.plan.activity === "stalled" && <Stalled detail={detail} />}
      {detail.plan.activity === "waiting_for_assistant" && <Waiting detail={detail} />}
      {detail.plan.status === "failed" && <Failed detail={detail} />}
      <ClosedEarly detail={detail} />
      {isReopenable(detail) && <Reopening detail={detail} />}
      {isClosingEarly(detail) && (
        <Banner icon="stalled" color="text-warn" title={t("This plan is closing early")}>
          <ClosingEarly detail={detail} />
        </Banner>
      )}
      <OpenReviews detail={detail} />
      <NoReport detail={detail} />
    </>
  );
}

function Stalled({ detail: { plan, steps } }: { detail: PlanDetail }) {
  const silent = steps.filter(({ id }) => plan.stalledStepIds.includes(id));
  return (
    <Banner icon="stalled" color="text-warn" title={t("This plan has stalled")}>
      <p className="text-soft">
        {silent.length > 0
          ? rich("{steps} has stopped responding.", {
              steps: <StepLinks planId={plan.id} steps={silent} />,
            })
          : t("No assistant has continued it.")}
        {plan.stalledSince && (
          <>
            {" "}
            {rich("Stalled since: {when}, after {duration} without activity.", {
              when: <RelativeTime at={plan.stalledSince} />,
              duration: durationText(plan.stallThresholdMs),
            })}
          </>
        )}{" "}
        {t("To continue, give this prompt to your AI client:")}
      </p>
      <div className="mt-2">
        <ContinuePrompt plan={plan} />
      </div>
    </Banner>
  );
}

/** They lead to the rows of the timeline. */
function StepLinks({ planId, steps }: { planId: string; steps: readonly PlanStep[] }) {
  return steps.map((step, index) => (
    <Fragment key={step.id}>
      {index > 0 && ", "}
      <Link
        to="/plans/$planId"
        params={{ planId }}
        search={{ tab: "timeline", step: step.id }}
        resetScroll={false}
        className="font-medium text-accent underline"
      >
        {stepTitle(step)}
      </Link>
    </Fragment>
  ));
}

function Waiting({ detail: { plan } }: { detail: PlanDetail }) {
  return (
    <Banner icon="circle" color="text-warn" title={t("This plan is waiting for an assistant")}>
      <p className="text-soft">
        {rich("Nobody is working on it; it was last active {when}.", {
          when: <RelativeTime at={plan.quietSince} />,
        })}{" "}
        {t("To continue, give this prompt to your AI client:")}
      </p>
      <div className="mt-2">
        <ContinuePrompt plan={plan} />
      </div>
    </Banner>
  );
}

function Failed({ detail: { plan, conditions } }: { detail: PlanDetail }) {
  const cause = conditions.find(({ action, firedAt }) => action === "fail" && firedAt);
  return (
    <Banner
      icon="failed"
      color={plan.isCancelled ? "text-soft" : "text-bad"}
      title={plan.isCancelled ? t("This plan was cancelled") : t("This plan has failed")}
    >
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {plan.failureReason ?? t("No reason was given.")}
      </p>
      {cause && (
        <p className="mt-1 text-soft [overflow-wrap:anywhere]">
          {t("A branching condition ended the plan. {condition}", { condition: cause.inWords })}
        </p>
      )}
    </Banner>
  );
}

/** Reopening would not help a step that the budget ended: the budget of a closed plan stays as it is. */
function isReopenable({ plan, steps }: PlanDetail): boolean {
  const step = steps.find(({ id }) => id === plan.reopenableStepId);
  return step !== undefined && step.budgetEffect !== "ended";
}

function ClosedEarly({ detail: { plan, steps, budget } }: { detail: PlanDetail }) {
  const countOf = (effect: BudgetEffect) =>
    steps.filter(({ budgetEffect }) => budgetEffect === effect).length;
  const [skipped, ended] = [countOf("skipped"), countOf("ended")];
  if (plan.status !== "completed" || budget.phase === "open" || skipped + ended === 0) return null;
  const parts = [
    skipped > 0 && plural(skipped, "{count} step not started", "{count} steps not started"),
    ended > 0 &&
      plural(
        ended,
        "{count} step ended before the result",
        "{count} steps ended before the result",
      ),
  ];
  return (
    <Banner icon="stalled" color="text-warn" title={t("This plan closed early")}>
      <p className="text-soft">
        {capitalize(causeInWords(budget.cause, budget.phase))}: {parts.filter(Boolean).join(", ")}.
      </p>
    </Banner>
  );
}

/** Closed plans stay closed, unless their last open step was given up. */
function Reopening({ detail: { plan, steps } }: { detail: PlanDetail }) {
  const queries = useQueryClient();
  const toast = useToast();
  const mutation = useMutation(
    api.researchPlan.reopen.mutationOptions({
      networkMode: "always",
      onSuccess: () => toast(t("Reopened: the step can be tried again.")),
      onSettled: () => void queries.invalidateQueries(api.researchPlan.pathFilter()),
    }),
  );
  const canReopen = useCan("review");
  const step = steps.find(({ id }) => id === plan.reopenableStepId);
  return (
    <Banner
      icon="failed"
      color="text-warn"
      title={t("The last step failed, which closed this plan")}
    >
      <p className="whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">
        {step?.failureReason ?? t("No reason was given.")}
      </p>
      {canReopen && (
        <Button
          className="mt-2"
          disabled={mutation.isPending}
          onClick={() => mutation.mutate({ planId: plan.id })}
        >
          {t("Reopen the plan")}
        </Button>
      )}
      {mutation.error && (
        <p role="alert" className="mt-2 text-bad text-sm">
          {describeError(mutation.error).message}
        </p>
      )}
    </Banner>
  );
}

function OpenReviews({ detail: { plan, reviews, people } }: { detail: PlanDetail }) {
  const open = reviews.filter(({ decision }) => !decision && isOpenActivity(plan.activity));
  const isShared = useIsShared();
  const userId = useTeam()?.userId;
  if (open.length === 0) return null;
  const isOwn = !isShared || people.askedId === userId;
  return (
    <Banner
      icon="waiting"
      color="text-warn"
      title={isOwn ? t("This plan needs your review") : t("This plan needs a review")}
    >
      {!isOwn && (
        <p className="mb-1">
          <WaitsFor askedId={people.askedId} />
        </p>
      )}
      <ul className="grid gap-1">
        {open.map(({ id, stepOrder, summary }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3">
            <span className="line-clamp-3 min-w-64 flex-1 text-soft [overflow-wrap:anywhere]">
              {t("Step {order}: {summary}", {
                order: stepOrder ?? 0,
                summary: markdownExcerpt(summary),
              })}
            </span>
            <DecideLink itemKey={id} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function isClosingEarly({ plan, budget }: PlanDetail): boolean {
  return budget.phase !== "open" && plan.status !== "completed" && plan.status !== "failed";
}

/** An ended plan whose work nobody wrote up. */
function NoReport({ detail }: { detail: PlanDetail }) {
  const isOver = detail.plan.status === "completed" || detail.plan.status === "failed";
  if (!isOver || !isComposable(detail)) return null;
  return (
    <Banner icon="reports" color="text-soft" title={t("This plan has no report")}>
      <p className="mb-2 text-soft">
        {t("Ask your AI client to write one, or compose a document from what is stored.")}
      </p>
      <ComposeButton detail={detail} />
    </Banner>
  );
}

interface BannerProps {
  readonly icon: IconName;
  readonly color: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Banner({ icon, color, title, children }: BannerProps) {
  return (
    <section aria-label={title} className="mb-5 rounded-lg border border-line bg-card px-4 py-3">
      <h2 className="mb-1 flex items-center gap-2 font-semibold">
        <Icon name={icon} className={color} />
        {title}
      </h2>
      {children}
    </section>
  );
}
