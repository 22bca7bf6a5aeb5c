import type { ReviewDecision } from "@trovella/plan-engine";
import { useRef, useState } from "react";
import { useShortcuts } from "../../components/use-shortcuts.ts";
import { type Draft, excessLength, feedbackText } from "../../decisions/feedback-text.ts";
import { t } from "../../language/messages.ts";
import { Answers } from "./answers.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { useSendKey } from "./use-send-key.ts";

interface DecisionFormProps {
  readonly questions: readonly string[];
  readonly effects: Readonly<Record<string, string>>;
  readonly chosen: ReviewDecision | null;
  readonly onChoose: (decision: ReviewDecision) => void;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** An error of the last attempt, if it was not saved. */
  readonly problem: string | null;
  readonly isBack: boolean;
  readonly onSend: (
    decision: ReviewDecision,
    options: { readonly feedback: string; readonly isPromptCopied: boolean },
  ) => void;
  /** What the decision rests on, between the fields and the bar. */
  readonly children: React.ReactNode;
}

/** The fields for answers, what they are about, and the bar with the decisions. */
export function DecisionForm(props: DecisionFormProps) {
  const { questions, effects, chosen, onChoose, draft, onDraft, problem, isBack, onSend } = props;
  const feedback = useRef<HTMLTextAreaElement>(null);
  const [missing, setMissing] = useState<"decision" | "feedback" | null>(null);
  const [isRejecting, setIsRejecting] = useState(false);
  const text = feedbackText(questions, draft);
  const isTooLong = excessLength(text) > 0;
  const options = { feedback: text, isPromptCopied: false };

  const choose = (decision: ReviewDecision) => {
    setMissing(null);
    onChoose(decision);
  };
  const send = (decision: ReviewDecision | null, isPromptCopied = false) => {
    if (decision === null) setMissing("decision");
    else if ((decision === "modify" && text === "") || isTooLong) {
      setMissing(isTooLong ? null : "feedback");
      feedback.current?.focus();
    } else if (decision === "reject") setIsRejecting(true);
    else onSend(decision, { ...options, isPromptCopied });
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
    <>
      <Answers
        questions={questions}
        draft={draft}
        text={text}
        feedbackRef={feedback}
        isMissing={missing === "feedback" && text === ""}
        onDraft={onDraft}
      />
      {props.children}
      <DecisionBar
        effects={effects}
        chosen={chosen}
        onChoose={choose}
        onSend={send}
        isRejecting={isRejecting}
        onReject={(isConfirmed) => {
          setIsRejecting(false);
          if (isConfirmed) onSend("reject", options);
        }}
        problem={problemText({ missing, isTooLong, problem })}
        isBack={isBack}
      />
    </>
  );
}

function problemText(given: {
  readonly missing: "decision" | "feedback" | null;
  readonly isTooLong: boolean;
  readonly problem: string | null;
}): string | null {
  if (given.missing === "decision") return t("Choose a decision first.");
  if (given.isTooLong) return t("Your answers are too long.");
  return given.missing === null ? given.problem : null;
}
