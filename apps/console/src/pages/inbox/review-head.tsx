import type { Ref } from "react";
import { AssignSelect } from "../../components/assign-select.tsx";
import { PlanOwner, WaitsFor } from "../../components/plan-people.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { WaitingAge } from "../../components/waiting-age.tsx";
import type { ReviewDetail } from "../../decisions/earlier-decision.ts";
import { rich, t } from "../../language/messages.ts";
import { STEP_TYPE_LABELS } from "../plan/plan-detail.ts";
import { ItemHead } from "./item-head.tsx";

interface ReviewHeadProps {
  readonly review: ReviewDetail;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

/** Whose plan it is, how long it waits, and where in the plan. */
export function ReviewHead({ review, headingRef }: ReviewHeadProps) {
  const { planId, planMode, planTitle, requestedAt, askedBy, decision, people } = review;
  const time = <RelativeTime at={requestedAt} />;
  return (
    <ItemHead planId={planId} mode={planMode} title={planTitle} headingRef={headingRef}>
      <StatusBadge status={review.planActivity} />
      <PlanOwner ownerId={review.ownerId} />
      <span>
        {askedBy
          ? rich("asked by {who} {time}", { who: <bdi>{askedBy}</bdi>, time })
          : rich("asked {time}", { time })}
        {decision === null && <WaitingAge since={requestedAt} />}
      </span>
      <span>{stepInWords(review)}</span>
      <span>{POLICY_WORDS[review.reviewPolicy]}</span>
      {!decision && <WaitsFor askedId={people.askedId} />}
      {!decision && <AssignSelect planId={planId} people={people} />}
    </ItemHead>
  );
}

function stepInWords({ stepOrder, stepCount, stepType, attempt }: ReviewDetail): string {
  const values = { step: stepOrder, count: stepCount, type: STEP_TYPE_LABELS[stepType] };
  return attempt > 1
    ? t("Step {step} of {count} ({type}, attempt {attempt})", { ...values, attempt })
    : t("Step {step} of {count} ({type})", values);
}

const POLICY_WORDS: Readonly<Record<ReviewDetail["reviewPolicy"], string>> = {
  relayed_allowed: t("the assistant may relay your decision"),
  client_attested: t("decided here or in the assistant's dialog"),
  human_only: t("only a person in the console may decide"),
};
