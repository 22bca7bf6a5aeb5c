import { DecideLink } from "../../../components/decide-link.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { type PlanReview, personName } from "../plan-detail.ts";
import { Prose } from "./step-section.tsx";

const DECISIONS: Readonly<Record<NonNullable<PlanReview["decision"]>, string>> = {
  approve: "Approved",
  reject: "Rejected",
  modify: "Sent back with feedback",
  skip: "Skipped",
};
const VIA: Readonly<Record<NonNullable<PlanReview["decidedVia"]>, string>> = {
  console: "in the console",
  elicitation: "in the client",
  relayed: "relayed by the client",
};

/** The reviews of a step and their decisions. */
export function StepReviews({ reviews }: { reviews: readonly PlanReview[] }) {
  return (
    <ol className="grid gap-3">
      {reviews.map((review) => (
        <li key={review.id}>
          <Prose text={review.summary} />
          {review.questions.length > 0 && (
            <ul className="mt-1 list-disc pl-5">
              {review.questions.map((question) => (
                <li key={question} className="[overflow-wrap:anywhere]">
                  {question}
                </li>
              ))}
            </ul>
          )}
          <p className="mt-1 text-soft text-sm">
            Asked <RelativeTime at={review.requestedAt} />.
          </p>
          <Decision review={review} />
        </li>
      ))}
    </ol>
  );
}

function Decision({ review }: { review: PlanReview }) {
  const { id, decision, decidedVia, decidedBy, decidedAt, feedback } = review;
  if (!decision) {
    return (
      <p className="mt-1 flex flex-wrap items-center gap-x-3">
        <StatusBadge status="awaiting_review" />
        <DecideLink reviewId={id} />
      </p>
    );
  }
  return (
    <>
      <p className="mt-1">
        <span className="font-medium">{DECISIONS[decision]}</span>{" "}
        <span className="text-soft text-sm">
          by {personName(decidedBy)}
          {decidedVia && `, ${VIA[decidedVia]}`}
          {decidedAt && (
            <>
              , <RelativeTime at={decidedAt} />
            </>
          )}
        </span>
      </p>
      {feedback && (
        <blockquote className="mt-1 border-line border-l-3 pl-3">
          <Prose text={feedback} />
        </blockquote>
      )}
    </>
  );
}
