import { Link } from "@tanstack/react-router";
import type { Replies } from "../../../api/api.ts";
import { ExternalLink } from "../../../components/external-link.tsx";
import { MarkdownText } from "../../../components/markdown-text.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { ARTIFACT_TYPE_LABELS } from "../../../format/labels.ts";
import { plural, t } from "../../../language/messages.ts";
import { type PlanStep, stepTitle } from "../plan-detail.ts";
import { Confidence } from "../result/key-findings.tsx";

export type Finding = Replies["researchPlan"]["evidence"]["findings"][number];
type Source = Finding["sources"][number];

interface FindingCardProps {
  readonly finding: Finding;
  readonly planId: string;
  readonly step: PlanStep | undefined;
}

export function FindingCard({ finding, planId, step }: FindingCardProps) {
  const { id, title, artifactType, confidence, summary, sources, sourceCount } = finding;
  return (
    <>
      <h2 dir="auto" className="font-medium [overflow-wrap:anywhere]">
        <Link to="/library/$artifactId" params={{ artifactId: id }} className="hover:underline">
          {title}
        </Link>
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-3 text-soft text-sm">
        <span>{ARTIFACT_TYPE_LABELS[artifactType]}</span>
        {step && (
          <Link
            to="/plans/$planId"
            params={{ planId }}
            search={{ tab: "timeline", step: step.id }}
            className="underline"
          >
            {stepTitle(step)}
          </Link>
        )}
        <Confidence confidence={confidence} />
        <RelativeTime at={finding.createdAt} />
      </p>
      {summary && (
        <div className="mt-1 max-w-prose">
          <MarkdownText text={summary} />
        </div>
      )}
      {sourceCount === 0 ? (
        <p className={`mt-1 text-sm ${artifactType === "finding" ? "text-warn" : "text-soft"}`}>
          {t("No sources.")}
        </p>
      ) : (
        <ul aria-label={t("Sources")} className="mt-2 grid gap-1.5">
          {sources.map((source) => (
            <SourceLine key={source.id} source={source} />
          ))}
          {sourceCount > sources.length && (
            <li className="pl-3 text-soft text-sm">
              {plural(
                sourceCount - sources.length,
                "and {count} more source",
                "and {count} more sources",
              )}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function SourceLine({ source }: { source: Source }) {
  const { number, title, url, publishedAt, quote } = source;
  return (
    <li dir="auto" className="border-line border-l-2 pl-3 text-sm [overflow-wrap:anywhere]">
      <span className="text-soft tabular-nums">[{number}]</span>{" "}
      <ExternalLink url={url}>{title}</ExternalLink>
      {publishedAt && <span className="text-soft"> · {publishedAt}</span>}
      {quote && <p className="text-soft">“{quote}”</p>}
    </li>
  );
}
