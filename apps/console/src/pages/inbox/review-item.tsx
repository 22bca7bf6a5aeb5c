import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Ref } from "react";
import { useMay } from "../../account.ts";
import { api, type Replies } from "../../api.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { isUnknownId } from "../../components/unknown-id.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { DecisionNote } from "./decision-note.tsx";
import { decisionBefore, decisionOf } from "./decision-words.ts";
import { useDraft } from "./draft.ts";
import { Findings, Instructions, Sources } from "./evidence.tsx";
import { ItemHead } from "./item-head.tsx";
import { useDecision } from "./use-decision.ts";

type ReviewDetail = Replies["review"]["detail"];

interface ReviewItemProps {
  readonly reviewId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onDecided: () => void;
}

export function ReviewItem({ reviewId, headingRef, onDecided }: ReviewItemProps) {
  const { data, error, refetch } = useQuery(api.review.detail.queryOptions({ reviewId }));
  if (data) return <Review review={data} headingRef={headingRef} onDecided={onDecided} />;
  if (!error) return <Skeleton what="the review" lines={8} />;
  if (isUnknownId(error)) return <Unknown />;
  return <ErrorState what="The review" error={error} onRetry={() => void refetch()} />;
}

function Review({
  review,
  headingRef,
  onDecided,
}: Omit<ReviewItemProps, "reviewId"> & { review: ReviewDetail }) {
  const { summary, questions } = review;
  return (
    <article className="grid gap-6 rounded-lg border border-line bg-card px-4 py-4 sm:px-5">
      <ReviewHead review={review} headingRef={headingRef} />
      <section aria-label="What is asked" className="grid gap-3">
        <p className="max-w-prose whitespace-pre-wrap">{summary}</p>
        {questions.length > 0 && (
          <>
            <h3 className="font-semibold">{questions.length === 1 ? "Question" : "Questions"}</h3>
            <ol className="grid max-w-prose list-decimal gap-1 pl-5">
              {questions.map((question, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same question may stand there twice
                <li key={index} className="whitespace-pre-wrap">
                  {question}
                </li>
              ))}
            </ol>
          </>
        )}
      </section>
      <Decision review={review} onDecided={onDecided} />
      <Findings findings={review.findings} />
      <Sources sources={review.sources} />
      <Instructions review={review} />
    </article>
  );
}

function ReviewHead({
  review,
  headingRef,
}: {
  review: ReviewDetail;
  headingRef: Ref<HTMLHeadingElement>;
}) {
  const { planId, planMode, planTitle, planStatus, stepOrder, stepCount, stepType, attempt } =
    review;
  return (
    <ItemHead planId={planId} mode={planMode} title={planTitle} headingRef={headingRef}>
      <StatusBadge status={planStatus} />
      <span>
        Step {stepOrder} of {stepCount} ({stepType.replaceAll("_", " ")}
        {attempt > 1 && `, attempt ${attempt}`})
      </span>
      <span>
        asked {review.askedBy && `by ${review.askedBy} `}
        <RelativeTime at={review.requestedAt} />
      </span>
      {review.reviewPolicy === "human_only" && <span>only a person may decide</span>}
    </ItemHead>
  );
}

/** The form, or what was decided: here, elsewhere, or elsewhere while the form was open. */
function Decision({ review, onDecided }: { review: ReviewDetail; onDecided: () => void }) {
  const [draft, setDraft] = useDraft(review.id);
  const mutation = useDecision(review.id);
  const mayDecide = useMay("review");
  // An own decision may come back as news before its answer does.
  const isOwn = mutation.isPending || mutation.isSuccess;
  const decided = isOwn ? null : (decisionOf(review) ?? decisionBefore(mutation.error));
  if (decided) {
    return (
      <DecisionNote
        decided={decided}
        isTooLate={decisionBefore(mutation.error) !== null}
        draft={draft}
        onDiscardDraft={() => setDraft("")}
      />
    );
  }
  if (!isOwn && (review.planStatus === "failed" || review.planStatus === "completed")) {
    return (
      <p role="status" className="rounded-md bg-hover px-3 py-2">
        The plan has ended meanwhile: there is nothing left to decide.
      </p>
    );
  }
  if (!mayDecide) {
    return (
      <p className="rounded-md bg-hover px-3 py-2">
        Your role in this organization does not decide reviews. Somebody else has to.
      </p>
    );
  }
  return (
    <DecisionForm
      effects={review.effects}
      draft={draft}
      onDraft={setDraft}
      isPending={isOwn}
      error={mutation.error}
      onDecide={(decision) => {
        const { planId, id: reviewId } = review;
        const feedback = draft.trim() || undefined;
        mutation.mutate({ planId, reviewId, decision, feedback }, { onSuccess: onDecided });
      }}
    />
  );
}

function Unknown() {
  return (
    <EmptyState
      title="There is no such item"
      action={
        <Link to="/inbox" className="font-medium text-accent underline">
          Go to the inbox
        </Link>
      }
    >
      The address may be mistyped, or the plan it belonged to is gone.
    </EmptyState>
  );
}
