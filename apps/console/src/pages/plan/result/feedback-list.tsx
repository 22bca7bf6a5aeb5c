import { RelativeTime } from "../../../components/relative-time.tsx";
import { Section } from "../../../components/section.tsx";
import { SATISFACTION_LABELS } from "../../../format/labels.ts";
import { t } from "../../../language/messages.ts";
import { Prose } from "../step/step-section.tsx";
import type { PlanResult } from "./citation-check.ts";

type Entry = PlanResult["feedback"][number];

export function FeedbackList({ feedback }: { feedback: readonly Entry[] }) {
  if (feedback.length === 0) return null;
  return (
    <Section title={t("Feedback")}>
      <ul className="divide-y divide-line rounded-lg border border-line bg-card">
        {feedback.map((entry) => (
          <li key={entry.id} className="px-4 py-3">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">{SATISFACTION_LABELS[entry.satisfaction]}</span>
              <span className="text-soft text-sm">
                <RelativeTime at={entry.createdAt} />
                {entry.followUpRequested && `, ${t("follow-up requested")}`}
              </span>
            </p>
            <Prose text={entry.feedbackSummary} />
            {entry.improvementSuggestions && (
              <p dir="auto" className="text-soft [overflow-wrap:anywhere]">
                {t("To improve: {text}", { text: entry.improvementSuggestions })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
