import { useQuery } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { useCan } from "../../api/account.ts";
import { api } from "../../api/api.ts";
import { AssignSelect } from "../../components/assign-select.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PlanOwner, WaitsFor } from "../../components/plan-people.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { isUnknownId } from "../../components/unknown-id.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { DecisionNote } from "./decision-note.tsx";
import { decisionOf, earlierDecision, type ReviewDetail } from "./decision-words.ts";
import { Findings, Instructions, Sources } from "./findings-and-sources.tsx";
import { ItemHead } from "./item-head.tsx";
import { isPinRequired, PinDialog } from "./pin-dialog.tsx";
import { useDecision } from "./use-decision.ts";
import { useDraft } from "./use-draft.ts";

interface ReviewItemProps {
  readonly reviewId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onDecided: () => void;
}

export function ReviewItem({ reviewId, headingRef, onDecided }: ReviewItemProps) {
  const query = useQuery(api.review.detail.queryOptions({ reviewId }));
  if (!query.data && query.error && isUnknownId(query.error)) return UNKNOWN_REVIEW;
  return (
    <QueryView query={query} what="the review" lines={8}>
      {(review) => <Review review={review} headingRef={headingRef} onDecided={onDecided} />}
    </QueryView>
  );
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

interface ReviewHeadProps {
  readonly review: ReviewDetail;
  readonly headingRef: Ref<HTMLHeadingElement>;
}

function ReviewHead({ review, headingRef }: ReviewHeadProps) {
  const { planId, planMode, planTitle, planActivity, stepOrder, stepCount, stepType, attempt } =
    review;
  return (
    <ItemHead planId={planId} mode={planMode} title={planTitle} headingRef={headingRef}>
      <StatusBadge status={planActivity} />
      <span>
        Step {stepOrder} of {stepCount} ({stepType.replaceAll("_", " ")}
        {attempt > 1 && `, attempt ${attempt}`})
      </span>
      <span>
        asked {review.askedBy && `by ${review.askedBy} `}
        <RelativeTime at={review.requestedAt} />
      </span>
      <span>{POLICY_WORDS[review.reviewPolicy]}</span>
      <PlanOwner ownerId={review.ownerId} />
      {!review.decision && <WaitsFor askedId={review.people.askedId} />}
      {!review.decision && <AssignSelect planId={review.planId} people={review.people} />}
    </ItemHead>
  );
}

const POLICY_WORDS: Readonly<Record<ReviewDetail["reviewPolicy"], string>> = {
  relayed_allowed: "the assistant may relay your decision",
  client_attested: "decided here or in the assistant's dialog",
  human_only: "only a person in the console may decide",
};

type Verdict = NonNullable<ReturnType<typeof useDecision>["variables"]>;

function Decision({ review, onDecided }: { review: ReviewDetail; onDecided: () => void }) {
  const [draft, setDraft] = useDraft(review.id);
  const mutation = useDecision(review.id);
  const [lockedVerdict, setLockedVerdict] = useState<Verdict | null>(null);
  const pinError = isPinRequired(mutation.error);
  const locked = lockedVerdict ?? (pinError ? (mutation.variables ?? null) : null);
  const canDecide = useCan("review");
  // The event about our own decision may arrive before the response to it.
  const isOwn = mutation.isPending || mutation.isSuccess;
  const decided = isOwn ? null : (decisionOf(review) ?? earlierDecision(mutation.error));
  if (decided) {
    return (
      <DecisionNote
        decided={decided}
        isTooLate={earlierDecision(mutation.error) !== null}
        draft={draft}
        onDiscardDraft={() => setDraft("")}
      />
    );
  }
  if (!isOwn && (review.planStatus === "failed" || review.planStatus === "completed")) {
    return (
      <p role="status" className="rounded-md bg-hover px-3 py-2">
        The plan has ended in the meantime: there is nothing left to decide.
      </p>
    );
  }
  if (!canDecide) {
    return (
      <p className="rounded-md bg-hover px-3 py-2">
        Your role in this organization cannot decide reviews.
      </p>
    );
  }
  if (review.whoMayDecide !== null) {
    return <p className="rounded-md bg-hover px-3 py-2">{review.whoMayDecide}</p>;
  }
  const submit = (verdict: Verdict) => mutation.mutate(verdict, { onSuccess: onDecided });
  return (
    <>
      <DecisionForm
        effects={review.effects}
        draft={draft}
        onDraft={setDraft}
        isPending={isOwn}
        error={pinError ? null : mutation.error}
        onDecide={(decision) => {
          const { planId, id: reviewId } = review;
          const feedback = draft.trim() || undefined;
          const verdict = { planId, reviewId, decision, feedback };
          if (review.isPinRequired) setLockedVerdict(verdict);
          else submit(verdict);
        }}
      />
      <PinDialog
        isOpen={locked !== null}
        onClose={() => {
          setLockedVerdict(null);
          mutation.reset();
        }}
        onUnlocked={() => {
          setLockedVerdict(null);
          if (locked) submit(locked);
        }}
      />
    </>
  );
}

const UNKNOWN_REVIEW = (
  <EmptyState
    title="There is no such item"
    action={<TextLink to="/inbox">Go to the inbox</TextLink>}
  >
    The URL may be mistyped, or its plan may have been deleted.
  </EmptyState>
);
