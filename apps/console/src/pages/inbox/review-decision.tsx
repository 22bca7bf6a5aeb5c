import type { ReviewDecision } from "@trovella/plan-engine";
import { TRPCClientError } from "@trpc/client";
import { type ReactNode, useEffect, useState } from "react";
import { useCan } from "../../api/account.ts";
import { describeError } from "../../api/describe-error.ts";
import { Button } from "../../components/button.tsx";
import { PROMPT_COPIED, promptFor } from "../../components/continue-prompt.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { useCopy } from "../../components/use-copy.ts";
import { heldDecisions, NEVER_SAVED, useHeldDecision } from "../../decisions/decisions.ts";
import { useDraft } from "../../decisions/draft.ts";
import {
  decisionOf,
  earlierDecision,
  type ReviewDetail,
} from "../../decisions/earlier-decision.ts";
import { feedbackText, NO_DRAFT } from "../../decisions/feedback-text.ts";
import type { HeldDecision } from "../../decisions/held-decisions.ts";
import { t } from "../../language/messages.ts";
import { Bar } from "./decision-bar.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { DecisionNote } from "./decision-note.tsx";
import { effectsOf } from "./effects.ts";
import { HeldNote } from "./held-note.tsx";
import { isPinRequired, PinDialog } from "./pin-dialog.tsx";

interface ReviewDecisionProps {
  readonly review: ReviewDetail;
  readonly onNext: (() => void) | null;
  /** What the decision rests on. */
  readonly children: ReactNode;
}

/** The form while a decision is open, else what became of it; around what the decision rests on. */
export function ReviewDecisionPart({ review, onNext, children }: ReviewDecisionProps) {
  const { id: reviewId, planHandle } = review;
  const [draft, setDraft] = useDraft(reviewId);
  const held = useHeldDecision(reviewId);
  const [chosen, setChosen] = useState<ReviewDecision | null>(held?.verdict.decision ?? null);
  const [hasSent, setHasSent] = useState(false);
  const canDecide = useCan("review");
  const send = useSend(review);
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
          draft={isOwn ? "" : feedbackText(review.questions, draft)}
          onDiscardDraft={() => setDraft(NO_DRAFT)}
        />
        {children}
        <NextBar onNext={onNext} />
      </>
    );
  }
  if (isOwn) {
    return (
      <>
        {children}
        <Bar label={t("Decision")}>
          <HeldNote held={held}>
            <NextItem onNext={onNext} />
          </HeldNote>
        </Bar>
      </>
    );
  }
  const whyNot = whyNotDecidable({ isOver, canDecide, whoMayDecide: review.whoMayDecide });
  if (whyNot) {
    return (
      <>
        <p role="status" className="rounded-md bg-hover px-3 py-2">
          {whyNot}
        </p>
        {children}
      </>
    );
  }
  return (
    <>
      <DecisionForm
        questions={review.questions}
        effects={effectsOf(review.stepOrder)}
        chosen={chosen}
        onChoose={setChosen}
        draft={draft}
        onDraft={setDraft}
        problem={held && !isPinRequired(held.error) ? problemIn(held) : null}
        isBack={hasSent}
        onSend={(decision, options) => {
          setChosen(decision);
          setHasSent(true);
          send.send(decision, options);
        }}
      >
        {children}
      </DecisionForm>
      <PinDialog
        isOpen={send.isLocked || isPinRequired(held?.error)}
        onClose={send.onPinClosed}
        onUnlocked={send.onUnlocked}
      />
    </>
  );
}

interface SendOptions {
  readonly feedback: string;
  readonly isPromptCopied: boolean;
}

/** Holds a decision back until it is sent; where a PIN is needed, after it was given. */
function useSend({ id: reviewId, planId, planHandle, planTitle, ...review }: ReviewDetail) {
  const [locked, setLocked] = useState<(() => void) | null>(null);
  const copy = useCopy();
  return {
    isLocked: locked !== null,
    send(decision: ReviewDecision, { feedback, isPromptCopied }: SendOptions): void {
      const plan = { handle: planHandle, title: planTitle };
      const verdict = { planId, reviewId, decision, feedback: feedback || undefined };
      const hold = () => heldDecisions.hold(verdict, plan, { isPromptCopied });
      if (isPromptCopied) void copy(promptFor(plan), PROMPT_COPIED);
      if (review.isPinRequired) setLocked(() => hold);
      else hold();
    },
    onPinClosed(): void {
      setLocked(null);
      if (!locked) heldDecisions.dismiss(reviewId);
    },
    onUnlocked(): void {
      setLocked(null);
      if (locked) locked();
      else heldDecisions.sendNow(reviewId);
    },
  };
}

/** A decision that was made elsewhere wins: ours is sent at once, and refused with who decided and when. */
function useDecidedElsewhere(review: ReviewDetail, held: HeldDecision | undefined): void {
  const isLate = review.decision !== null && held?.state === "held";
  useEffect(() => {
    if (isLate) heldDecisions.sendNow(review.id);
  }, [isLate, review.id]);
}

function whyNotDecidable(given: {
  readonly isOver: boolean;
  readonly canDecide: boolean;
  readonly whoMayDecide: string | null;
}): string | null {
  if (given.isOver)
    return t("The plan has ended in the meantime: there is nothing left to decide.");
  if (!given.canDecide) return t("Your role in this organization cannot decide reviews.");
  return given.whoMayDecide;
}

function problemIn({ error }: HeldDecision): string {
  const reason =
    error instanceof TRPCClientError ? describeError(error).message : NEVER_SAVED.message;
  return `${t("Your decision was not saved.")} ${reason} ${t("Your feedback is kept.")}`;
}

function NextBar({ onNext }: Pick<ReviewDecisionProps, "onNext">) {
  if (!onNext) return null;
  return (
    <Bar label={t("Next")}>
      <NextItem onNext={onNext} />
    </Bar>
  );
}

function NextItem({ onNext }: Pick<ReviewDecisionProps, "onNext">) {
  if (!onNext) return null;
  return (
    <p>
      <Button onClick={onNext} aria-keyshortcuts="n">
        {t("Next item")}
        <span className="hidden sm:inline" aria-hidden="true">
          <KeyHint keys="n" />
        </span>
      </Button>
    </p>
  );
}
