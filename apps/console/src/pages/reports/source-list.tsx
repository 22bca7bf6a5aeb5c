import { SourceTitle } from "../../components/source-facts.tsx";
import { t } from "../../language/messages.ts";
import { webLink } from "../../url/web-link.ts";
import type { ReportSource } from "./report.ts";

interface SourceListProps {
  readonly sources: readonly ReportSource[];
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
}

/** The sources by number: cited ones first, then the others of the plan. On paper with their URLs and quotes. */
export function SourceList({ sources, chosen, onChoose }: SourceListProps) {
  const cited = sources.filter(({ isCited }) => isCited);
  const further = sources.filter(({ isCited }) => !isCited);
  if (sources.length === 0) {
    return <p className="mt-10 text-soft print:hidden">{t("This report has no sources.")}</p>;
  }
  return (
    <div className="mt-12 max-w-[40rem] border-line border-t pt-6 print:max-w-none">
      <Part title={t("Sources")} sources={cited} {...{ chosen, onChoose }} />
      <Part title={t("Further sources, not cited")} sources={further} {...{ chosen, onChoose }} />
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly sources: readonly ReportSource[];
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
}

function Part({ title, sources, chosen, onChoose }: PartProps) {
  if (sources.length === 0) return null;
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-2 font-semibold text-lg">{title}</h2>
      <ol>
        {sources.map((source) => (
          <li
            key={source.id}
            id={`source-${source.number}`}
            data-chosen={source.number === chosen || undefined}
            className="source-entry -mx-2 grid scroll-mt-16 grid-cols-[2.25rem_minmax(0,1fr)] rounded-md px-2 py-1.5 data-chosen:bg-accent-soft"
          >
            <button
              type="button"
              onClick={() => onChoose(source.number)}
              aria-label={t("Show source {number}", { number: source.number })}
              className="h-8 rounded text-start text-soft tabular-nums hover:text-text hover:underline"
            >
              {source.number}.
            </button>
            <div dir="auto" className="min-w-0 break-words pt-1">
              <p>
                <SourceTitle source={source} />
              </p>
              <p className="text-soft text-sm">
                {[source.author, source.publishedAt].filter(Boolean).join(" · ")}
              </p>
              <OnPaper source={source} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a link and the pane show on a screen. */
function OnPaper({ source: { url, doi, quotes, retrievedAt } }: { source: ReportSource }) {
  const link = webLink(url) ?? (doi ? webLink(`https://doi.org/${doi}`) : null);
  return (
    <div className="hidden text-sm print:block">
      {link && (
        <p className="break-all">
          {link}
          {retrievedAt && ` (${retrievedAt.slice(0, 10)})`}
        </p>
      )}
      {[...new Set(quotes)].map((quote) => (
        <blockquote key={quote} className="mt-1 whitespace-pre-line border-line border-s-2 ps-3">
          “{quote}”
        </blockquote>
      ))}
    </div>
  );
}
