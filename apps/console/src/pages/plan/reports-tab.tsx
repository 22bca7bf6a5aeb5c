import { Link } from "@tanstack/react-router";
import { DraftBadge } from "../../components/draft-badge.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { OriginBadge } from "../../components/origin-badge.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { counted } from "../../format/duration-text.ts";
import { MEDIA_TYPE_LABELS, SATISFACTION_LABELS } from "../../format/labels.ts";
import { ComposeButton } from "./compose-button.tsx";
import type { PlanDetail } from "./plan-detail.ts";

const LIST = "divide-y divide-line rounded-lg border border-line bg-card";

export function ReportsTab({ detail }: { detail: PlanDetail }) {
  const { outputs, feedback, plan } = detail;
  return (
    <div className="grid gap-6">
      {outputs.length === 0 ? (
        <EmptyState title="No report yet" action={<ComposeButton detail={detail} />}>
          {plan.status === "completed"
            ? "The research is done. Ask your AI client to write it up, or compose a document from the stored findings and results."
            : "The report is written when the steps are done; the findings so far are under Evidence."}
        </EmptyState>
      ) : (
        <ul className={LIST}>
          {outputs.map((output) => (
            <Report key={output.id} output={output} />
          ))}
        </ul>
      )}
      <Section title="Feedback">
        {feedback.length === 0 ? (
          <p className="text-soft">No feedback yet.</p>
        ) : (
          <ul className={LIST}>
            {feedback.map((entry) => (
              <Feedback key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

function Report({ output }: { output: PlanDetail["outputs"][number] }) {
  const { id, title, mediaType, version, latestVersion, isDraft, characters, createdAt, excerpt } =
    output;
  const { origin } = output;
  return (
    <li className="px-4 py-3">
      <h2 className="font-medium [overflow-wrap:anywhere]">
        <Link to="/reports/$outputId" params={{ outputId: id }} className="hover:underline">
          {title}
        </Link>{" "}
        {isDraft && <DraftBadge />} <OriginBadge origin={origin} />
      </h2>
      <p className="flex flex-wrap gap-x-3 text-soft text-sm">
        <span>{MEDIA_TYPE_LABELS[mediaType]}</span>
        <span>
          version {version}
          {version === latestVersion && latestVersion > 1 && ", the latest"}
        </span>
        <span>{counted(characters, "character")}</span>
        <RelativeTime at={createdAt} />
      </p>
      <p className="mt-1 line-clamp-2 max-w-prose text-soft [overflow-wrap:anywhere]">{excerpt}</p>
    </li>
  );
}

function Feedback({ entry }: { entry: PlanDetail["feedback"][number] }) {
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{SATISFACTION_LABELS[entry.satisfaction]}</span>
        <span className="text-soft text-sm">
          {entry.feedbackType} feedback, <RelativeTime at={entry.createdAt} />
          {entry.followUpRequested && ", follow-up requested"}
        </span>
      </p>
      <p className="[overflow-wrap:anywhere]">{entry.feedbackSummary}</p>
      {entry.improvementSuggestions && (
        <p className="text-soft [overflow-wrap:anywhere]">
          To improve: {entry.improvementSuggestions}
        </p>
      )}
    </li>
  );
}
