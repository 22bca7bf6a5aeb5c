import { useId } from "react";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { type Draft, excessLength, MAX_FEEDBACK_LENGTH } from "../../decisions/feedback-text.ts";
import { plural, t } from "../../language/messages.ts";

export interface FieldProps {
  readonly questions: readonly string[];
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  /** As the decision will carry it. */
  readonly text: string;
  readonly feedbackRef: React.RefObject<HTMLTextAreaElement | null>;
  readonly isMissing: boolean;
}

/** One field per question, and one for anything else. */
export function Answers({ questions, draft, onDraft, text, feedbackRef, isMissing }: FieldProps) {
  const answer = (index: number, changed: string) => {
    const answers = questions.map((_, other) =>
      other === index ? changed : (draft.answers[other] ?? ""),
    );
    onDraft({ ...draft, answers });
  };
  return (
    <div className="grid gap-4">
      {questions.length > 0 && (
        <section aria-label={t("Questions")}>
          <h3 className="mb-2 font-semibold">
            {plural(questions.length, "{count} question", "{count} questions")}
          </h3>
          <ol className="grid gap-3">
            {questions.map((question, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same question may stand there twice
              <li key={index}>
                <Question
                  number={index + 1}
                  question={question}
                  answer={draft.answers[index] ?? ""}
                  onAnswer={(changed) => answer(index, changed)}
                />
              </li>
            ))}
          </ol>
        </section>
      )}
      <Feedback
        field={feedbackRef}
        text={draft.feedback}
        isMissing={isMissing}
        onText={(feedback) => onDraft({ ...draft, feedback })}
      />
      <Excess text={text} />
    </div>
  );
}

interface QuestionProps {
  readonly number: number;
  readonly question: string;
  readonly answer: string;
  readonly onAnswer: (text: string) => void;
}

function Question({ number, question, answer, onAnswer }: QuestionProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <div id={id} className="flex max-w-prose gap-2">
        <span className="text-soft tabular-nums">{number}.</span>
        <MarkdownText text={question} className="min-w-0 flex-1" />
      </div>
      <TextArea
        rows={1}
        aria-labelledby={id}
        placeholder={t("Your answer")}
        value={answer}
        onText={onAnswer}
      />
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
      <label htmlFor={id} className="font-semibold">
        {t("Feedback")}
      </label>{" "}
      <span id={`${id}-hint`} className="text-soft text-sm">
        {t("Required for Modify, optional otherwise.")}
      </span>
      <TextArea
        ref={field}
        id={id}
        rows={2}
        value={text}
        aria-describedby={isMissing ? `${id}-missing` : `${id}-hint`}
        aria-invalid={isMissing}
        onText={onText}
        className="mt-1.5"
      />
      <p id={`${id}-missing`} role="alert" className="mt-1 text-bad text-sm empty:hidden">
        {isMissing && t("Say what should change: the step runs again with your feedback.")}
      </p>
    </div>
  );
}

interface TextAreaProps extends Omit<React.ComponentProps<"textarea">, "onChange"> {
  readonly onText: (text: string) => void;
}

/** Grows with its text. */
function TextArea({ onText, className = "", ...rest }: TextAreaProps) {
  return (
    <textarea
      dir="auto"
      maxLength={MAX_FEEDBACK_LENGTH}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.blur();
      }}
      className={`field-sizing-content block max-h-80 min-h-10 w-full max-w-prose rounded-md border border-strong-line bg-card px-3 py-2 ${className}`}
      {...rest}
    />
  );
}

function Excess({ text }: { text: string }) {
  const count = excessLength(text);
  return (
    <p role="alert" className="text-bad text-sm empty:hidden">
      {count > 0 &&
        plural(
          count,
          "Answers and feedback are {count} character too long together. Shorten them to decide.",
          "Answers and feedback are {count} characters too long together. Shorten them to decide.",
        )}
    </p>
  );
}
