import { LIMITS, type ReviewDecision } from "@trovella/plan-engine";
import { useId, useRef, useState } from "react";
import { describeError } from "../../api/describe-error.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { useShortcuts } from "../../components/use-shortcuts.ts";

const CHOICES = [
  { decision: "approve", label: "Approve", keys: "a" },
  { decision: "modify", label: "Modify", keys: "m" },
  { decision: "skip", label: "Skip", keys: "s" },
  { decision: "reject", label: "Reject", keys: "x" },
] as const;

interface DecisionFormProps {
  readonly effects: Readonly<Record<string, string>>;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onDecide: (decision: ReviewDecision) => void;
}

/** The four decisions and their effects. All are final; only a rejection asks for confirmation. */
export function DecisionForm(props: DecisionFormProps) {
  const { effects, draft, onDraft, isPending, error, onDecide } = props;
  const feedback = useRef<HTMLTextAreaElement>(null);
  const [isFeedbackMissing, setIsFeedbackMissing] = useState(false);
  const [isRejecting, setIsRejecting] = useState(false);

  const decide = (decision: ReviewDecision) => {
    if (isPending) return;
    if (decision === "reject") setIsRejecting(true);
    else if (decision === "modify" && draft.trim() === "") askForFeedback();
    else onDecide(decision);
  };
  const askForFeedback = () => {
    setIsFeedbackMissing(true);
    feedback.current?.focus();
  };
  useDecisionKeys(feedback, decide);

  return (
    <section aria-label="Your decision" className="grid gap-4 border-line border-y py-5">
      <h3 className="font-semibold">Your decision</h3>
      <Feedback
        field={feedback}
        text={draft}
        isMissing={isFeedbackMissing}
        onText={(text) => {
          onDraft(text);
          if (text.trim() !== "") setIsFeedbackMissing(false);
        }}
        onSubmit={() => decide("modify")}
      />
      <ul className="grid gap-2">
        {CHOICES.map(({ decision, label, keys }) => (
          <li
            key={decision}
            className="grid items-center gap-x-3 gap-y-0.5 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
          >
            <Button
              kind={decision === "approve" ? "primary" : "plain"}
              onClick={() => decide(decision)}
              disabled={isPending}
              aria-keyshortcuts={keys}
              className={`min-h-10 justify-center sm:min-h-9 sm:justify-start ${decision === "reject" ? "text-bad!" : ""}`}
            >
              {label}
              <span className="hidden sm:ml-auto sm:inline" aria-hidden="true">
                <KeyHint keys={keys} />
              </span>
            </Button>
            <span className="text-soft text-sm">{effects[decision]}</span>
          </li>
        ))}
      </ul>
      {Boolean(error) && !isPending && (
        <p role="alert" className="text-bad">
          Your decision was not saved. {describeError(error).message} Your feedback is kept.
        </p>
      )}
      <ConfirmDialog
        title="Reject and fail the plan?"
        action="Reject and fail the plan"
        isOpen={isRejecting}
        onClose={() => setIsRejecting(false)}
        onConfirm={() => onDecide("reject")}
      >
        {effects.reject}
      </ConfirmDialog>
    </section>
  );
}

interface FeedbackProps {
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly isMissing: boolean;
  readonly onText: (text: string) => void;
  readonly onSubmit: () => void;
}

function Feedback({ field, text, isMissing, onText, onSubmit }: FeedbackProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        Feedback
      </label>
      <p id={`${id}-hint`} className="text-soft text-sm">
        Required for Modify, optional otherwise.{" "}
        <span className="hidden sm:inline">Ctrl Enter or ⌘ Enter sends it as Modify.</span>
      </p>
      <textarea
        ref={field}
        id={id}
        rows={4}
        value={text}
        maxLength={LIMITS.noteLength}
        aria-describedby={isMissing ? `${id}-missing` : `${id}-hint`}
        aria-invalid={isMissing}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
          event.preventDefault();
          onSubmit();
        }}
        className="mt-1.5 block w-full rounded-md border border-strong-line bg-card px-3 py-2"
      />
      <p id={`${id}-missing`} role="alert" className="mt-1 text-bad text-sm">
        {isMissing && "Say what should change: the step runs again with your feedback."}
      </p>
    </div>
  );
}

/** Ignores key repeat, which would decide item after item, and items that are hidden. */
function useDecisionKeys(
  field: React.RefObject<HTMLTextAreaElement | null>,
  decide: (decision: ReviewDecision) => void,
): void {
  const whenShown = (action: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat && field.current?.checkVisibility()) action();
  };
  useShortcuts({
    a: whenShown(() => decide("approve")),
    m: whenShown(() => field.current?.focus()),
    s: whenShown(() => decide("skip")),
    x: whenShown(() => decide("reject")),
  });
}
