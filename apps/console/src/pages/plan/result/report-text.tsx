import { MarkdownText } from "../../../components/markdown-text.tsx";
import type { Citation } from "../../../format/citation-markers.ts";

interface ReportTextProps {
  readonly text: string;
  readonly outputId: string;
}

/** A part of a report; its citations open the report with their source beside it. */
export function ReportText({ text, outputId }: ReportTextProps) {
  const hrefOf = (citation: Citation) =>
    citation.kind === "source" && /^\d{1,4}$/.test(citation.ref)
      ? `/reports/${outputId}?source=${citation.ref}`
      : null;
  return <MarkdownText text={text} citationHref={hrefOf} />;
}
