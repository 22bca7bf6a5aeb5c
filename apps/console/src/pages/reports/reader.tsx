import { type RefObject, useEffect } from "react";
import { Icon } from "../../components/icon.tsx";
import { rich, t } from "../../language/messages.ts";
import { CitationCard } from "./citation-card.tsx";
import { Outline } from "./outline.tsx";
import type { Report } from "./report.ts";
import { ReportHeader } from "./report-header.tsx";
import "./reader.css";
import { SourceList } from "./source-list.tsx";
import { SourcePane } from "./source-pane.tsx";
import { useCitations } from "./use-citations.ts";

interface ReaderProps {
  readonly report: Report;
  /** The number of a source. */
  readonly chosen: number | null;
  readonly onChoose: (number: number | null) => void;
}

/** The text of a report, beside it the outline and the source of the chosen citation. */
export function Reader({ report, chosen, onChoose }: ReaderProps) {
  const { html, outline, sources, unknownIds } = report;
  const source = sources.find(({ number }) => number === chosen);
  const citations = useCitations({ chosen, onChoose });
  useReadableBody(citations.body, html);
  return (
    <article data-print="">
      <ReportHeader report={report} />
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <aside className="lg:order-2 print:hidden">
          <div className="lg:sticky lg:top-16 lg:flex lg:max-h-[calc(100vh-5rem)] lg:flex-col lg:gap-4 lg:overflow-y-auto lg:p-1">
            {source && <SourcePane source={source} citations={citations} />}
            <Outline entries={outline} />
          </div>
        </aside>
        <div className={`min-w-0 ${source ? "max-lg:pb-[50vh] print:pb-0" : ""}`}>
          {unknownIds.length > 0 && <Unresolved ids={unknownIds} />}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the keys, and their clicks arrive here */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
          <div ref={citations.body} onClick={citations.onClick}>
            <MarkdownView sanitizedHtml={html} />
          </div>
          <SourceList sources={sources} chosen={chosen} onChoose={onChoose} />
        </div>
      </div>
      <CitationCard report={report} body={citations.body} chosen={chosen} />
    </article>
  );
}

function Unresolved({ ids }: { ids: readonly string[] }) {
  return (
    <div className="mb-5 flex max-w-[46rem] gap-2 rounded-lg border border-line bg-card px-4 py-3 text-sm print:hidden">
      <Icon name="stalled" className="mt-0.5 text-warn" />
      <p className="min-w-0">
        {rich("Some citations refer to no stored source. They show as {mark}: {ids}", {
          mark: <span className="font-medium text-bad">[?]</span>,
          ids: <code className="break-all font-mono">{ids.join(", ")}</code>,
        })}
      </p>
    </div>
  );
}

/** Shows HTML that the API rendered from Markdown and sanitized; it is not sanitized here. */
function MarkdownView({ sanitizedHtml }: { sanitizedHtml: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the API has sanitized it, and the Content-Security-Policy blocks scripts and loads
    <div className="prose-view document-view" dangerouslySetInnerHTML={{ __html: sanitizedHtml }} />
  );
}

/** Opens external links in a new tab and makes scrollable elements focusable. */
function useReadableBody(body: RefObject<HTMLElement | null>, html: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML means other elements
  useEffect(() => {
    for (const link of body.current?.querySelectorAll<HTMLAnchorElement>('a[href^="http"]') ?? []) {
      link.target = "_blank";
      link.rel = "noreferrer noopener";
    }
    for (const scroller of body.current?.querySelectorAll<HTMLElement>("div.table, pre") ?? []) {
      scroller.tabIndex = 0;
      scroller.setAttribute("role", "group");
      scroller.setAttribute("aria-label", scroller.tagName === "PRE" ? t("Code") : t("Table"));
    }
  }, [body, html]);
}
