import { t } from "../../../language/messages.ts";
import { splitFeedback } from "../plan-detail.ts";
import { Prose } from "./step-section.tsx";

export function Instructions({ text }: { text: string }) {
  const { written, feedback } = splitFeedback(text);
  return (
    <>
      <Prose text={written} />
      {feedback.map((words, index) => (
        <blockquote
          // biome-ignore lint/suspicious/noArrayIndexKey: feedback is only ever added
          key={index}
          className="mt-2 rounded-r-md border-accent border-l-3 bg-accent-soft px-3 py-2"
        >
          <p className="font-medium text-sm">{t("Feedback from a review")}</p>
          <Prose text={words} />
        </blockquote>
      ))}
    </>
  );
}
