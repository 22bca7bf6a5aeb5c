import { LIMITS, type ReviewDecision } from "@trovella/plan-engine";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Icon } from "../../components/icon.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { useShortcuts } from "../../components/use-shortcuts.ts";
import { useSendKey } from "./use-send-key.ts";

const CHOICES = [
  { decision: "approve", label: "Approve", send: "Approve", keys: "a" },
  { decision: "modify", label: "Modify", send: "Send back", keys: "m" },
  { decision: "skip", label: "Skip", send: "Skip the step", keys: "s" },
  { decision: "reject", label: "Reject", send: "Reject…", keys: "r" },
] as const;

interface DecisionFormProps {
  readonly effects: Readonly<Record<string, string>>;
  readonly chosen: ReviewDecision | null;
  readonly onChoose: (decision: ReviewDecision) => void;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** An error of the last attempt, if it was not saved. */
  readonly problem: string | null;
  /** Whether the decision has just come back, undone or unsaved: the focus then goes to it. */
  readonly isBack: boolean;
  readonly onSend: (
    decision: ReviewDecision,
    options: { readonly isPromptCopied: boolean },
  ) => void;
}

/** The four decisions and their effects. Letters select one; only the button or Ctrl Enter sends it. */
export function DecisionForm(props: DecisionFormProps) {
  const { effects, chosen, onChoose, draft, onDraft, problem, isBack, onSend } = props;
  const feedback = useRef<HTMLTextAreaElement>(null);
  const [missing, setMissing] = useState<"decision" | "feedback" | null>(null);
  const [isRejecting, setIsRejecting] = useState(false);
  const choices = useRef<HTMLFieldSetElement>(null);
  useFocusWhenBack(choices, isBack);

  const choose = (decision: ReviewDecision) => {
    setMissing(null);
    onChoose(decision);
  };
  const send = (decision: ReviewDecision | null, isPromptCopied = false) => {
    if (decision === null) setMissing("decision");
    else if (decision === "modify" && draft.trim() === "") {
      setMissing("feedback");
      feedback.current?.focus();
    } else if (decision === "reject") setIsRejecting(true);
    else onSend(decision, { isPromptCopied });
  };
  const whenShown = (action: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat && feedback.current?.checkVisibility()) action();
  };
  useShortcuts({
    a: whenShown(() => choose("approve")),
    m: whenShown(() => {
      choose("modify");
      feedback.current?.focus();
    }),
    s: whenShown(() => choose("skip")),
    r: whenShown(() => choose("reject")),
  });
  useSendKey(whenShown(() => send(chosen)));

  return (
    <section aria-label="Your decision" className="grid gap-4 border-line border-y py-5">
      <Choices ref={choices} effects={effects} chosen={chosen} onChoose={choose} />
      <Feedback
        field={feedback}
        text={draft}
        isMissing={missing === "feedback"}
        onText={(text) => {
          onDraft(text);
          if (text.trim() !== "") setMissing(null);
        }}
      />
      <SendButtons chosen={chosen} onSend={send} />
      <div role="alert" className="text-bad empty:hidden">
        {missing === "decision" && "Choose a decision first."}
        {missing === null && problem}
      </div>
      <ConfirmDialog
        title="Reject and fail the plan?"
        action="Reject and fail the plan"
        isDanger
        isOpen={isRejecting}
        onClose={() => setIsRejecting(false)}
        onConfirm={() => onSend("reject", { isPromptCopied: false })}
      >
        {effects.reject}
      </ConfirmDialog>
    </section>
  );
}

interface ChoicesProps extends Pick<DecisionFormProps, "effects" | "chosen" | "onChoose"> {
  readonly ref: React.RefObject<HTMLFieldSetElement | null>;
}

function Choices({ ref, effects, chosen, onChoose }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset ref={ref}>
      <legend className="mb-2 font-semibold">Your decision</legend>
      <ul className="grid gap-1.5">
        {CHOICES.map(({ decision, label, keys }) => (
          <li key={decision}>
            <label
              data-chosen={decision === chosen}
              className="grid min-h-10 cursor-pointer grid-cols-[auto_5rem_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-md border border-line px-3 py-1.5 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent data-[chosen=true]:border-accent data-[chosen=true]:bg-accent-soft"
            >
              <input
                type="radio"
                name={id}
                checked={decision === chosen}
                onChange={() => onChoose(decision)}
                aria-label={label}
                aria-describedby={`${id}-${decision}`}
                aria-keyshortcuts={keys}
                className="size-4 accent-accent outline-none"
              />
              <span className={`font-medium ${decision === "reject" ? "text-bad" : ""}`}>
                {label}
              </span>
              <span
                id={`${id}-${decision}`}
                className="col-span-3 text-soft text-sm sm:col-span-1 sm:col-start-3"
              >
                {effects[decision]}
              </span>
              <span className="hidden sm:inline" aria-hidden="true">
                <KeyHint keys={keys} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface SendButtonsProps {
  readonly chosen: ReviewDecision | null;
  readonly onSend: (decision: ReviewDecision | null, isPromptCopied?: boolean) => void;
}

function SendButtons({ chosen, onSend }: SendButtonsProps) {
  const choice = CHOICES.find(({ decision }) => decision === chosen);
  const [approve] = CHOICES;
  const { decision, send } = choice ?? approve;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        kind={chosen === "reject" ? "danger" : "primary"}
        onClick={() => onSend(chosen)}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        className="min-h-10 sm:min-h-9"
      >
        {choice ? send : "Send decision"}
        <span className="hidden sm:inline" aria-hidden="true">
          <KeyHint keys={/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ Enter" : "Ctrl Enter"} />
        </span>
      </Button>
      {chosen !== "reject" && (
        <Button onClick={() => onSend(decision, true)} className="min-h-10 sm:min-h-9">
          <Icon name="copy" />
          {send} and copy prompt
        </Button>
      )}
    </div>
  );
}

interface FeedbackProps {
  readonly field: React.RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly isMissing: boolean;
  readonly onText: (text: string) => void;
}

function Feedback({ field, text, isMissing, onText }: FeedbackProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        Feedback
      </label>
      <p id={`${id}-hint`} className="text-soft text-sm">
        Required for Modify, optional otherwise.
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
        }}
        className="mt-1.5 block w-full rounded-md border border-strong-line bg-card px-3 py-2"
      />
      <p id={`${id}-missing`} role="alert" className="mt-1 text-bad text-sm">
        {isMissing && "Say what should change: the step runs again with your feedback."}
      </p>
    </div>
  );
}

/** On the chosen decision, where no plain key sends anything. */
function useFocusWhenBack(
  choices: React.RefObject<HTMLFieldSetElement | null>,
  isBack: boolean,
): void {
  useEffect(() => {
    if (!isBack || document.activeElement !== document.body) return;
    choices.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
  }, [choices, isBack]);
}
