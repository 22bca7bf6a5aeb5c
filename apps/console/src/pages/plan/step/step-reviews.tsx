import { usePersonName } from "../../../api/use-person-name.ts";
import { DecideLink } from "../../../components/decide-link.tsx";
import { DecisionProof } from "../../../components/decision-proof.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { deciderInWords } from "../../../format/decision-channel.ts";
import { DECISION_LABELS } from "../../../format/labels.ts";
import { rich, t } from "../../../language/messages.ts";
import type { PlanReview } from "../plan-detail.ts";
import { Prose } from "./step-section.tsx";

export function StepReviews({
  reviews,
  isPlanOpen,
}: {
  reviews: readonly PlanReview[];
  /** A plan that ends leaves its reviews undecided. */
  isPlanOpen: boolean;
}) {
  return (
    <ol className="grid gap-3">
      {reviews.map((review) => (
        <li key={review.id}>
          <Prose text={review.summary} />
          {review.questions.length > 0 && (
            <ul className="mt-1 list-disc pl-5">
              {review.questions.map((question) => (
                <li key={question} dir="auto" className="[overflow-wrap:anywhere]">
                  {question}
                </li>
              ))}
            </ul>
          )}
          <p className="mt-1 text-soft text-sm">
            {rich("Asked {when}.", { when: <RelativeTime at={review.requestedAt} /> })}
          </p>
          <Decision review={review} isPlanOpen={isPlanOpen} />
        </li>
      ))}
    </ol>
  );
}

function Decision({ review, isPlanOpen }: { review: PlanReview; isPlanOpen: boolean }) {
  const { id, decision, decidedVia, decidedBy, decidedAt, feedback } = review;
  const personName = usePersonName();
  if (!decision && !isPlanOpen) {
    return <p className="mt-1 text-soft">{t("Not decided: the plan ended first.")}</p>;
  }
  if (!decision) {
    return (
      <p className="mt-1 flex flex-wrap items-center gap-x-3">
        <StatusBadge status="waiting_for_person" />
        <DecideLink itemKey={id} />
      </p>
    );
  }
  return (
    <>
      <p className="mt-1">
        <span className="font-medium">{DECISION_LABELS[decision]}</span>{" "}
        <span className="text-soft text-sm">
          {deciderInWords(personName(decidedBy), decidedVia)}
          {decidedAt && (
            <>
              , <RelativeTime at={decidedAt} />
            </>
          )}
        </span>
      </p>
      <DecisionProof decidedVia={decidedVia} />
      {feedback && (
        <blockquote className="mt-1 border-line border-l-3 pl-3">
          <Prose text={feedback} />
        </blockquote>
      )}
    </>
  );
}
