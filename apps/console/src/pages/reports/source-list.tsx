import { SourceTitle } from "../../components/source-facts.tsx";
import type { ReportSource } from "./report.ts";

interface SourceListProps {
  readonly sources: readonly ReportSource[];
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
}

/** The sources by number: cited ones first, then the others of the plan. */
export function SourceList({ sources, chosen, onChoose }: SourceListProps) {
  const cited = sources.filter(({ isCited }) => isCited);
  const further = sources.filter(({ isCited }) => !isCited);
  if (sources.length === 0) {
    return <p className="mt-10 text-soft print:hidden">This report has no sources.</p>;
  }
  return (
    <div className="mt-10 max-w-[46rem] border-line border-t pt-6">
      <Part title="Sources" sources={cited} {...{ chosen, onChoose }} />
      <Part title="Further sources, not cited" sources={further} {...{ chosen, onChoose }} />
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
            className="-mx-2 grid scroll-mt-16 grid-cols-[2.25rem_minmax(0,1fr)] rounded-md px-2 py-1.5 data-chosen:bg-accent-soft"
          >
            <button
              type="button"
              onClick={() => onChoose(source.number)}
              aria-label={`Show source ${source.number}`}
              className="h-8 rounded text-left text-soft tabular-nums hover:text-text hover:underline"
            >
              {source.number}.
            </button>
            <div className="min-w-0 break-words pt-1">
              <p>
                <SourceTitle source={source} />
              </p>
              <p className="text-soft text-sm">
                {[source.author, source.publishedAt].filter(Boolean).join(" · ")}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
