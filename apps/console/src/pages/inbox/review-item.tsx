import { useQuery } from "@tanstack/react-query";
import type { ReviewDecision } from "@trovella/plan-engine";
import { TRPCClientError } from "@trpc/client";
import { type Ref, useEffect, useState } from "react";
import { useCan } from "../../api/account.ts";
import { api } from "../../api/api.ts";
import { describeError } from "../../api/describe-error.ts";
import { AssignSelect } from "../../components/assign-select.tsx";
import { Button } from "../../components/button.tsx";
import { PROMPT_COPIED, promptFor } from "../../components/continue-prompt.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { PlanOwner, WaitsFor } from "../../components/plan-people.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { isUnknownId } from "../../components/unknown-id.tsx";
import { useCopy } from "../../components/use-copy.ts";
import { WaitingAge } from "../../components/waiting-age.tsx";
import { heldDecisions, NEVER_SAVED, useHeldDecision } from "../../decisions/decisions.ts";
import { useDraft } from "../../decisions/draft.ts";
import {
  decisionOf,
  earlierDecision,
  type ReviewDetail,
} from "../../decisions/earlier-decision.ts";
import type { HeldDecision } from "../../decisions/held-decisions.ts";
import { DecisionForm } from "./decision-form.tsx";
import { DecisionNote } from "./decision-note.tsx";
import { Findings, Instructions, Sources } from "./findings-and-sources.tsx";
import { HeldNote } from "./held-note.tsx";
import { ItemHead } from "./item-head.tsx";
import { isPinRequired, PinDialog } from "./pin-dialog.tsx";

interface ReviewItemProps {
  readonly reviewId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onNext: (() => void) | null;
}

export function ReviewItem({ reviewId, headingRef, onNext }: ReviewItemProps) {
  const query = useQuery(api.review.detail.queryOptions({ reviewId }));
  if (!query.data && query.error && isUnknownId(query.error)) return UNKNOWN_REVIEW;
  return (
    <QueryView query={query} what="the review" lines={8}>
      {(review) => <Review review={review} headingRef={headingRef} onNext={onNext} />}
    </QueryView>
  );
}

function Review({
  review,
  headingRef,
  onNext,
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
      <Decision review={review} onNext={onNext} />
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
        {review.decision === null && <WaitingAge since={review.requestedAt} />}
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

function Decision({ review, onNext }: { review: ReviewDetail; onNext: (() => void) | null }) {
  const { id: reviewId, planId, planHandle, planTitle } = review;
  const [draft, setDraft] = useDraft(reviewId);
  const held = useHeldDecision(reviewId);
  const [chosen, setChosen] = useState<ReviewDecision | null>(held?.verdict.decision ?? null);
  const [hasSent, setHasSent] = useState(false);
  const [locked, setLocked] = useState<(() => void) | null>(null);
  const copy = useCopy();
  const canDecide = useCan("review");
  useDecidedElsewhere(review, held);
  const isOver = review.planStatus === "failed" || review.planStatus === "completed";
  // The event about our own decision may arrive before the response to it.
  const isOwn = held !== undefined && held.state !== "failed";
  const decided = decisionOf(review) ?? earlierDecision(held?.error);
  if (decided && (!isOwn || held.state === "saved")) {
    return (
      <>
        <DecisionNote
          decided={decided}
          openPlan={isOver ? null : { handle: planHandle }}
          isTooLate={earlierDecision(held?.error) !== null}
          draft={isOwn ? "" : draft}
          onDiscardDraft={() => setDraft("")}
        />
        <NextItem onNext={onNext} />
      </>
    );
  }
  if (isOwn) {
    return (
      <>
        <HeldNote held={held} />
        <NextItem onNext={onNext} />
      </>
    );
  }
  if (isOver) {
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
  const isPinMissing = isPinRequired(held?.error);
  return (
    <>
      <DecisionForm
        effects={review.effects}
        chosen={chosen}
        onChoose={setChosen}
        draft={draft}
        onDraft={setDraft}
        problem={held && !isPinMissing ? problemIn(held) : null}
        isBack={hasSent}
        onSend={(decision, { isPromptCopied }) => {
          const plan = { handle: planHandle, title: planTitle };
          const verdict = { planId, reviewId, decision, feedback: draft.trim() || undefined };
          const hold = () => heldDecisions.hold(verdict, plan, { isPromptCopied });
          setChosen(decision);
          setHasSent(true);
          if (isPromptCopied) void copy(promptFor(plan), PROMPT_COPIED);
          if (review.isPinRequired) setLocked(() => hold);
          else hold();
        }}
      />
      <PinDialog
        isOpen={locked !== null || isPinMissing}
        onClose={() => {
          setLocked(null);
          if (isPinMissing) heldDecisions.dismiss(reviewId);
        }}
        onUnlocked={() => {
          setLocked(null);
          if (locked) locked();
          else heldDecisions.sendNow(reviewId);
        }}
      />
    </>
  );
}

/** A decision that was made elsewhere wins: ours is sent at once, and refused with who decided and when. */
function useDecidedElsewhere(review: ReviewDetail, held: HeldDecision | undefined): void {
  const isLate = review.decision !== null && held?.state === "held";
  useEffect(() => {
    if (isLate) heldDecisions.sendNow(review.id);
  }, [isLate, review.id]);
}

function problemIn({ error }: HeldDecision): string {
  const reason =
    error instanceof TRPCClientError ? describeError(error).message : NEVER_SAVED.message;
  return `Your decision was not saved. ${reason} Your feedback is kept.`;
}

function NextItem({ onNext }: { onNext: (() => void) | null }) {
  if (!onNext) return null;
  return (
    <p>
      <Button onClick={onNext} aria-keyshortcuts="n">
        Next item
        <span className="hidden sm:inline" aria-hidden="true">
          <KeyHint keys="n" />
        </span>
      </Button>
    </p>
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
