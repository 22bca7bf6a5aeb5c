import type { Ref } from "react";
import type { PlanRow } from "../../api/api.ts";
import { ContinuePrompt } from "../../components/continue-prompt.tsx";
import { PlanOwner } from "../../components/plan-people.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { StartAgainItem } from "../new/start-again-item.tsx";
import { ItemHead } from "./item-head.tsx";

interface PlanItemProps {
  readonly plan: PlanRow;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** A plan that failed, or that no assistant works on. */
export function PlanItem({ plan, headingRef }: PlanItemProps) {
  const { id, mode, title, researchQuestion, stepCount, settledCount, lastActivityAt, updatedAt } =
    plan;
  const isFailed = plan.activity === "failed";
  return (
    <article className="grid gap-5 rounded-lg border border-line bg-card px-5 py-4">
      <ItemHead planId={id} mode={mode} title={title} headingRef={headingRef}>
        <StatusBadge status={plan.activity} />
        <span>
          {isFailed ? "" : "last active "}
          <RelativeTime at={isFailed ? updatedAt : lastActivityAt} />
        </span>
        <span>
          {settledCount} of {stepCount} steps done
        </span>
        <PlanOwner ownerId={plan.createdBy} />
      </ItemHead>
      <p className="max-w-prose">{researchQuestion}</p>
      {isFailed ? <Failure plan={plan} /> : <Idle plan={plan} />}
      <p>
        <TextLink
          to="/plans/$planId"
          params={{ planId: id }}
          className="inline-flex min-h-9 items-center"
        >
          Open the plan
        </TextLink>
      </p>
    </article>
  );
}

function Idle({ plan }: { plan: PlanRow }) {
  const { currentStep } = plan;
  const isSilent = currentStep?.status === "in_progress";
  return (
    <>
      {currentStep && (
        <section aria-label={isSilent ? "The stalled step" : "The next step"}>
          <h3 className="font-semibold">
            Step {currentStep.order}{" "}
            {isSilent ? "has stopped responding" : "is next, and no assistant has started it"}
            {currentStep.holder && `; last held by ${currentStep.holder}`}
          </h3>
          <p className="max-w-prose whitespace-pre-wrap text-soft">{currentStep.instructions}</p>
        </section>
      )}
      <section aria-label="How to resume">
        <h3 className="mb-2 font-semibold">Tell your assistant to continue</h3>
        <ContinuePrompt plan={plan} />
      </section>
    </>
  );
}

function Failure({ plan: { id, failureReason } }: { plan: PlanRow }) {
  return (
    <section aria-label="Why it failed">
      <h3 className="font-semibold">Why it failed</h3>
      <p className="max-w-prose whitespace-pre-wrap">{failureReason ?? "No reason was given."}</p>
      <p className="mt-1 text-soft">
        A failed plan cannot be resumed. A new plan can use its findings.
      </p>
      <p className="mt-3">
        <StartAgainItem planId={id} />
      </p>
    </section>
  );
}
