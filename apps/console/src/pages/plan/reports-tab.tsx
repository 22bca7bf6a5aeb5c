import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { counted } from "../../format/duration-text.ts";
import type { PlanDetail } from "./plan-detail.ts";

const SATISFACTION: Readonly<Record<string, string>> = {
  very_satisfied: "Very satisfied",
  satisfied: "Satisfied",
  neutral: "Neutral",
  dissatisfied: "Dissatisfied",
  very_dissatisfied: "Very dissatisfied",
};

/** What was delivered, and what people said about it. */
export function ReportsTab({ detail: { outputs, feedback, plan } }: { detail: PlanDetail }) {
  return (
    <div className="grid gap-6">
      {outputs.length === 0 ? (
        <EmptyState title="No report has been written yet">
          {plan.status === "completed"
            ? "The research is done. Ask your AI client to write it up."
            : "It is written when the steps are done; what has been found so far is under Evidence."}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-card">
          {outputs.map(
            ({ id, title, mediaType, version, latestVersion, characters, ...output }) => (
              <li key={id} className="px-4 py-3">
                <h2 className="font-medium [overflow-wrap:anywhere]">
                  <Link
                    to="/reports/$outputId"
                    params={{ outputId: id }}
                    className="hover:underline"
                  >
                    {title}
                  </Link>
                </h2>
                <p className="flex flex-wrap gap-x-3 text-soft text-sm">
                  <span>{mediaType}</span>
                  <span>
                    version {version}
                    {version === latestVersion && latestVersion > 1 && ", the latest"}
                  </span>
                  <span>{counted(characters, "character")}</span>
                  <RelativeTime at={output.createdAt} />
                </p>
                <p className="mt-1 line-clamp-2 max-w-prose text-soft [overflow-wrap:anywhere]">
                  {output.excerpt}
                </p>
              </li>
            ),
          )}
        </ul>
      )}
      <section aria-labelledby="feedback">
        <h2 id="feedback" className="mb-2 font-semibold">
          Feedback
        </h2>
        {feedback.length === 0 ? (
          <p className="text-soft">Nobody has said yet how it turned out.</p>
        ) : (
          <ul className="divide-y divide-line rounded-lg border border-line bg-card">
            {feedback.map((said) => (
              <li key={said.id} className="px-4 py-3">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-medium">
                    {SATISFACTION[said.satisfaction] ?? said.satisfaction}
                  </span>
                  <span className="text-soft text-sm">
                    {said.feedbackType} feedback, <RelativeTime at={said.createdAt} />
                    {said.followUpRequested && ", asked for a follow-up"}
                  </span>
                </p>
                <p className="[overflow-wrap:anywhere]">{said.feedbackSummary}</p>
                {said.improvementSuggestions && (
                  <p className="text-soft [overflow-wrap:anywhere]">
                    To improve: {said.improvementSuggestions}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
