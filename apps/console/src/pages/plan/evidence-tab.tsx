import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../components/empty-state.tsx";
import { ExternalLink } from "../../components/external-link.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { capitalize } from "../../format/capitalize.ts";
import { counted } from "../../format/duration-text.ts";
import { confidenceText } from "../../format/labels.ts";
import type { PlanDetail } from "./plan-detail.ts";

type Artifact = PlanDetail["artifacts"][number];

export function EvidenceTab({ detail: { artifacts, counts, steps } }: { detail: PlanDetail }) {
  if (artifacts.length === 0) {
    return (
      <EmptyState title="No findings yet">
        Findings with their sources appear here as soon as the client stores them with{" "}
        <code className="font-mono">store_research</code>.
      </EmptyState>
    );
  }
  const supported = artifacts.filter(({ sourceCount }) => sourceCount > 0).length;
  return (
    <>
      <p className="mb-3 text-soft">
        {supported} of {counted(artifacts.length, "finding")} {supported === 1 ? "has" : "have"}{" "}
        sources.
        {counts.artifacts > artifacts.length &&
          ` These are the newest; the library has all ${counts.artifacts.toLocaleString()}.`}
      </p>
      <ul className="grid gap-3">
        {artifacts.map((artifact) => (
          <li key={artifact.id} className="rounded-lg border border-line bg-card px-4 py-3">
            <Finding
              artifact={artifact}
              stepOrder={steps.find(({ id }) => id === artifact.stepId)?.order}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Finding({ artifact, stepOrder }: { artifact: Artifact; stepOrder: number | undefined }) {
  const { id, title, artifactType, confidence, summary, sources, sourceCount } = artifact;
  return (
    <>
      <h2 className="font-medium [overflow-wrap:anywhere]">
        <Link to="/library/$artifactId" params={{ artifactId: id }} className="hover:underline">
          {title}
        </Link>
      </h2>
      <p className="flex flex-wrap gap-x-3 text-soft text-sm">
        <span>{capitalize(artifactType)}</span>
        {stepOrder !== undefined && <span>step {stepOrder}</span>}
        <span>{confidenceText(confidence) ?? "no"} confidence</span>
        <RelativeTime at={artifact.createdAt} />
      </p>
      {summary && <p className="mt-1 max-w-prose [overflow-wrap:anywhere]">{summary}</p>}
      {sourceCount === 0 ? (
        <p className="mt-1 text-soft text-sm">No sources.</p>
      ) : (
        <ul aria-label="Sources" className="mt-2 grid gap-1.5">
          {sources.map((source) => (
            <li key={source.id} className="border-line border-l-2 pl-3 text-sm">
              <ExternalLink url={source.url}>{source.title}</ExternalLink>
              {source.publishedAt && <span className="text-soft"> · {source.publishedAt}</span>}
              {source.quote && (
                <p className="text-soft [overflow-wrap:anywhere]">“{source.quote}”</p>
              )}
            </li>
          ))}
          {sourceCount > sources.length && (
            <li className="pl-3 text-soft text-sm">
              and {counted(sourceCount - sources.length, "source")} more
            </li>
          )}
        </ul>
      )}
    </>
  );
}
