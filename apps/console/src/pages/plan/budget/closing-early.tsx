import { useState } from "react";
import { useCan } from "../../../api/account.ts";
import { describeError } from "../../../api/describe-error.ts";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { causeInWords, isFailureCause } from "../../../format/budget-words.ts";
import { capitalize } from "../../../format/capitalize.ts";
import { plural, t } from "../../../language/messages.ts";
import { PinDialog } from "../../inbox/pin-dialog.tsx";
import { type PlanDetail, type PlanStep, splitFeedback, stepTitle } from "../plan-detail.ts";
import { Bar } from "./budget-bars.tsx";
import { BudgetDialog } from "./budget-dialog.tsx";
import { reachedFigures } from "./shown-figures.ts";
import { useBudgetDecision } from "./use-budget-decision.ts";

const MAX_STEPS = 5;

interface ClosingEarlyProps {
  readonly detail: PlanDetail;
  /** Only where the page does not show the bars anyway. */
  readonly hasBars?: boolean;
  readonly onAccepted?: () => void;
}

/** Why a plan closes early, what will not be done, and what a person can do about it. */
export function ClosingEarly({ detail, hasBars = false, onAccepted }: ClosingEarlyProps) {
  const { budget, steps } = detail;
  const undone = steps.filter(({ budgetEffect }) => budgetEffect === "not_started");
  const closing = steps.filter(({ isClosing, status }) => isClosing && !isSettled(status));
  const reached = reachedFigures(budget);
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">
        {t(
          "{why}. Only the steps that write the report are handed out now, so that you still get one.",
          {
            why: capitalize(causeInWords(budget.cause, budget.phase)),
          },
        )}
      </p>
      {hasBars && reached.length > 0 && (
        <ul className="grid max-w-md gap-3">
          {reached.map((figure) => (
            <li key={figure.dimension}>
              <Bar figure={figure} reserve={budget.reserve} />
            </li>
          ))}
        </ul>
      )}
      {isFailureCause(budget.cause) && <Failures detail={detail} />}
      <StepList
        title={
          undone.length > 0
            ? t("Will not be done ({count})", { count: undone.length })
            : t("Will not be done")
        }
        steps={undone}
        none={t("Nothing: all other steps are done or under way.")}
      />
      <StepList
        title={t("Still to come")}
        steps={closing}
        none={t("No closing step is left; the plan ends when the running steps do.")}
      />
      <Choices detail={detail} onAccepted={onAccepted} />
    </div>
  );
}

function Failures({ detail: { steps, budget } }: { detail: PlanDetail }) {
  const failed = steps
    .filter(({ status, failureReason }) => status === "failed" && failureReason)
    .sort((one, other) => String(one.completedAt).localeCompare(String(other.completedAt)))
    .slice(-3);
  const lost = steps.filter(({ attempt, status }) => attempt > 3 && status !== "completed");
  if (budget.cause === "lost_attempts") {
    return (
      <WhatHappened
        lines={lost.map((step) => [
          step.id,
          `${stepTitle(step)}: ${plural(step.attempt, "{count} start", "{count} starts")}`,
        ])}
      />
    );
  }
  if (budget.cause === "repeated_failures") {
    return (
      <WhatHappened
        lines={failed.map((step) => [step.id, `${stepTitle(step)}: ${step.failureReason}`])}
      />
    );
  }
  return (
    <p className="max-w-prose text-soft">
      {t("The log of the plan keeps every refused result, with the reason.")}
    </p>
  );
}

function WhatHappened({ lines }: { lines: readonly (readonly [string, string])[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={t("What happened")}>
      <h3 className="font-semibold">{t("What happened")}</h3>
      <ul className="mt-1 grid gap-1">
        {lines.map(([id, line]) => (
          <li key={id} className="line-clamp-3 max-w-prose text-soft [overflow-wrap:anywhere]">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StepListProps {
  readonly title: string;
  readonly steps: readonly PlanStep[];
  readonly none: string;
}

function StepList({ title, steps, none }: StepListProps) {
  const more = steps.length - MAX_STEPS;
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      {steps.length === 0 && <p className="text-soft">{none}</p>}
      <ul className="mt-1 grid gap-1">
        {steps.slice(0, MAX_STEPS).map((step) => (
          <li key={step.id} className="flex flex-wrap gap-x-2 sm:flex-nowrap">
            <span className="shrink-0">{stepTitle(step)}</span>
            <span className="line-clamp-2 min-w-0 text-soft [overflow-wrap:anywhere] sm:line-clamp-1">
              {splitFeedback(step.instructions).written}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-soft text-sm">
          {plural(more, "and {count} more step", "and {count} more steps")}
        </p>
      )}
    </section>
  );
}

function Choices({ detail, onAccepted }: Pick<ClosingEarlyProps, "detail" | "onAccepted">) {
  const { plan, budget } = detail;
  const canDecide = useCan("review");
  const [isRaising, setIsRaising] = useState(false);
  const { decide, isPending, error, pin } = useBudgetDecision(plan.id, (kind) => {
    if (kind === "accept") onAccepted?.();
  });
  if (budget.closingAcceptedAt) {
    return <p className="text-soft">{t("A person let this plan close early.")}</p>;
  }
  if (!canDecide) {
    return (
      <p className="rounded-md bg-hover px-3 py-2">
        {t("Your role in this organization cannot change the budget.")}
      </p>
    );
  }
  const isBreaker = isFailureCause(budget.cause);
  const reached = reachedFigures(budget);
  return (
    <section aria-label={t("Your decision")} className="grid gap-2">
      <Choice
        effect={
          isBreaker
            ? t("These failures are forgiven, and the remaining steps are handed out again.")
            : t("The remaining steps are handed out again.")
        }
      >
        <Button className={CHOICE} disabled={isPending} onClick={() => setIsRaising(true)}>
          {isBreaker ? t("Go on anyway") : t("Raise…")}
        </Button>
      </Choice>
      <Choice
        effect={t("The report is written from what was found so far; you are not asked again.")}
      >
        <Button className={CHOICE} disabled={isPending} onClick={() => decide({ kind: "accept" })}>
          {t("Let it close")}
        </Button>
      </Choice>
      {Boolean(error) && !isPending && (
        <p role="alert" className="text-bad">
          {t("Your decision was not saved. {message}", { message: describeError(error).message })}
        </p>
      )}
      {isBreaker ? (
        <ConfirmDialog
          title={t("Go on anyway?")}
          action={t("Go on anyway")}
          isOpen={isRaising}
          onClose={() => setIsRaising(false)}
          onConfirm={() => decide({ kind: "change", budget: {} })}
        >
          {t(
            "{why}. If the reason is still there, the remaining steps may fail too; the plan then closes early once more.",
            { why: capitalize(causeInWords(budget.cause, budget.phase)) },
          )}
        </ConfirmDialog>
      ) : (
        <BudgetDialog
          detail={detail}
          figures={reached}
          kind="raise"
          isOpen={isRaising}
          onClose={() => setIsRaising(false)}
        />
      )}
      <PinDialog {...pin} />
    </section>
  );
}

const CHOICE = "min-h-10 w-full justify-center sm:min-h-9 sm:w-36";

function Choice({ effect, children }: { effect: string; children: React.ReactNode }) {
  return (
    <div className="grid items-center gap-x-3 gap-y-0.5 sm:grid-cols-[auto_minmax(0,1fr)]">
      {children}
      <span className="text-soft text-sm">{effect}</span>
    </div>
  );
}

function isSettled(status: PlanStep["status"]): boolean {
  return status === "completed" || status === "skipped" || status === "failed";
}
