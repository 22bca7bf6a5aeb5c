import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { TextLink } from "../../components/text-link.tsx";
import type { ReviewDetail } from "../../decisions/earlier-decision.ts";
import { ARTIFACT_TYPE_LABELS, type ArtifactType, confidenceText } from "../../format/labels.ts";
import { plural, t } from "../../language/messages.ts";
import { webLink } from "../../url/web-link.ts";
import { Count } from "./count.tsx";
import { Quote } from "./quote.tsx";

const TOP_SOURCES = 5;
/** The API cuts summaries there. */
const MAX_SUMMARY = 1_000;

/** Where there are claims, these say more; the findings are folded away then. */
export function Findings({ review }: { review: ReviewDetail }) {
  const { findings, findingCount, claims } = review;
  const title = (
    <>
      {t("Findings so far")}
      <Count number={findingCount} />
    </>
  );
  if (claims.length > 0) {
    return (
      <details>
        <summary className="min-h-6 cursor-pointer font-semibold">{title}</summary>
        <FindingList findings={findings} />
      </details>
    );
  }
  return (
    <section aria-labelledby="findings">
      <h3 id="findings" className="font-semibold">
        {title}
      </h3>
      {findings.length === 0 && <p className="text-soft">{t("Nothing has been stored yet.")}</p>}
      <FindingList findings={findings} />
    </section>
  );
}

function FindingList({ findings }: Pick<ReviewDetail, "findings">) {
  return (
    <ul className="mt-1 grid gap-3">
      {findings.map(({ id, title, artifactType, summary, confidence, sourceCount }) => (
        <li key={id} className="min-w-0">
          <Link
            to="/library/$artifactId"
            params={{ artifactId: id }}
            className="font-medium underline decoration-line underline-offset-2 hover:decoration-text"
          >
            <bdi>{title}</bdi>
          </Link>
          <p className="flex flex-wrap gap-x-4 text-soft text-sm">
            <span>{ARTIFACT_TYPE_LABELS[artifactType as ArtifactType]}</span>
            <span>
              {confidence === null
                ? t("no confidence given")
                : t("{percent} confidence", { percent: confidenceText(confidence) ?? "" })}
            </span>
            <span className={sourceCount < 2 ? "text-warn" : ""}>
              {plural(sourceCount, "{count} source", "{count} different sources")}
            </span>
          </p>
          {summary && (
            <MarkdownText
              text={summary.length < MAX_SUMMARY ? summary : `${summary} …`}
              className="text-sm"
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Each source once, however many findings mention it. */
export function Sources({ review }: { review: ReviewDetail }) {
  const { sources, sourceCount } = review;
  const [isExpanded, setIsExpanded] = useState(false);
  if (sources.length === 0) return null;
  const shown = isExpanded ? sources : sources.slice(0, TOP_SOURCES);
  return (
    <section aria-labelledby="sources">
      <h3 id="sources" className="font-semibold">
        {t("Sources")}
        <Count number={sourceCount} />
      </h3>
      <ul className="mt-1 grid gap-3">
        {shown.map((source) => (
          <Source key={source.number} source={source} />
        ))}
      </ul>
      {shown.length < sources.length && (
        <Button className="mt-3" onClick={() => setIsExpanded(true)}>
          {sources.length === sourceCount
            ? t("Show all {count} sources", { count: sourceCount })
            : t("Show {count} of {total} sources", { count: sources.length, total: sourceCount })}
        </Button>
      )}
    </section>
  );
}

function Source({ source }: { source: ReviewDetail["sources"][number] }) {
  const { title, url, quote, isQuoteOmitted, publishedAt, findingCount, artifactId } = source;
  const link = webLink(url);
  const facts = [
    link && new URL(link).hostname,
    publishedAt,
    findingCount > 1 && plural(findingCount, "{count} finding", "{count} findings"),
  ].filter(Boolean);
  return (
    <li className="grid min-w-0 gap-0.5">
      <p>
        <span className="me-1.5 text-soft tabular-nums">[{source.number}]</span>
        {link ? (
          <a
            href={link}
            rel="noreferrer noopener"
            target="_blank"
            className="font-medium underline decoration-line underline-offset-2 hover:decoration-text"
          >
            <bdi>{title}</bdi>
          </a>
        ) : (
          <bdi className="font-medium">{title}</bdi>
        )}{" "}
        <span className="text-soft text-sm">{facts.join(", ")}</span>
      </p>
      <Quote text={quote} />
      {isQuoteOmitted && (
        <TextLink to="/library/$artifactId" params={{ artifactId }} className="text-sm">
          {t("Read its quote in the library")}
        </TextLink>
      )}
    </li>
  );
}

export function Instructions({ review: { stepOrder, instructions } }: { review: ReviewDetail }) {
  return (
    <section aria-labelledby="instructions">
      <h3 id="instructions" className="font-semibold">
        {t("What step {step} was asked to do", { step: stepOrder })}
      </h3>
      <MarkdownText text={instructions} className="text-soft" />
    </section>
  );
}
