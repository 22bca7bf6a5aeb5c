import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import type { ReviewDetail } from "../../decisions/earlier-decision.ts";
import { capitalize } from "../../format/capitalize.ts";
import { counted } from "../../format/duration-text.ts";
import { confidenceText } from "../../format/labels.ts";
import { webLink } from "../../url/web-link.ts";

const TOP_SOURCES = 5;

export function Findings({ findings }: { findings: ReviewDetail["findings"] }) {
  return (
    <section aria-labelledby="findings">
      <h3 id="findings" className="font-semibold">
        Findings so far
        <Count number={findings.length} />
      </h3>
      {findings.length === 0 && <p className="text-soft">Nothing has been stored yet.</p>}
      <ul className="mt-1 grid gap-3">
        {findings.map(({ id, title, artifactType, summary, confidence, sourceCount }) => (
          <li key={id} className="min-w-0">
            <Link
              to="/library/$artifactId"
              params={{ artifactId: id }}
              className="font-medium underline decoration-line underline-offset-2 hover:decoration-text"
            >
              {title}
            </Link>
            <p className="flex flex-wrap gap-x-4 text-soft text-sm">
              <span>{capitalize(artifactType)}</span>
              <span>{confidenceText(confidence) ?? "no"} confidence</span>
              <span>{counted(sourceCount, "source")}</span>
            </p>
            {summary && <p className="max-w-prose whitespace-pre-wrap text-sm">{summary}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Sources({ sources }: { sources: ReviewDetail["sources"] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (sources.length === 0) return null;
  // Sources with a quote tell a reviewer most.
  const ordered = [...sources].sort((a, b) => Number(b.quote !== null) - Number(a.quote !== null));
  const shown = isExpanded ? ordered : ordered.slice(0, TOP_SOURCES);
  return (
    <section aria-labelledby="sources">
      <h3 id="sources" className="font-semibold">
        Sources
        <Count number={sources.length} />
      </h3>
      <ul className="mt-1 grid gap-3">
        {shown.map((source) => (
          <Source key={source.id} source={source} />
        ))}
      </ul>
      {shown.length < sources.length && (
        <Button className="mt-3" onClick={() => setIsExpanded(true)}>
          Show all {sources.length} sources
        </Button>
      )}
    </section>
  );
}

function Source({
  source: { title, url, quote, publishedAt },
}: {
  source: ReviewDetail["sources"][number];
}) {
  const link = webLink(url);
  return (
    <li className="min-w-0">
      {link ? (
        <a
          href={link}
          rel="noreferrer noopener"
          target="_blank"
          className="font-medium underline decoration-line underline-offset-2 hover:decoration-text"
        >
          {title}
        </a>
      ) : (
        <span className="font-medium">{title}</span>
      )}{" "}
      <span className="text-soft text-sm">
        {link && new URL(link).hostname}
        {link && publishedAt && ", "}
        {publishedAt}
      </span>
      {quote && (
        <blockquote className="mt-0.5 max-w-prose border-line border-l-2 pl-3 text-soft text-sm">
          “{quote}”
        </blockquote>
      )}
    </li>
  );
}

export function Instructions({
  review: { stepOrder, instructions, researchQuestion },
}: {
  review: ReviewDetail;
}) {
  return (
    <section aria-labelledby="instructions" className="grid gap-3">
      <div>
        <h3 id="instructions" className="font-semibold">
          What step {stepOrder} was asked to do
        </h3>
        <p className="max-w-prose whitespace-pre-wrap text-soft">{instructions}</p>
      </div>
      <div>
        <h3 className="font-semibold">The plan's question</h3>
        <p className="max-w-prose whitespace-pre-wrap text-soft">{researchQuestion}</p>
      </div>
    </section>
  );
}

function Count({ number }: { number: number }) {
  return <span className="ml-2 font-normal text-soft tabular-nums">{number}</span>;
}
