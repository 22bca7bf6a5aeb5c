import { lazy, type ReactNode, Suspense, useId } from "react";
import { Button } from "../../components/button.tsx";
import { numberText, plural, t } from "../../language/messages.ts";
import { ChartTable } from "./chart-table.tsx";
import { type Chart, heightOf } from "./charts.ts";
import { Definition } from "./definition.tsx";
import { daysWithData, isEnoughForLine } from "./figures.ts";
import { Sample } from "./looks.tsx";

const ChartDrawing = lazy(() => import("./chart-drawing.tsx"));

interface ChartCardProps {
  readonly chart: Chart;
  readonly isTable: boolean;
  readonly onToggle: () => void;
}

export function ChartCard({ chart, isTable, onToggle }: ChartCardProps) {
  const id = useId();
  const toggle = isTable ? t("Show as chart") : t("Show as table");
  return (
    <section
      aria-labelledby={id}
      className="relative min-w-0 rounded-lg border border-line bg-card px-4 py-3"
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 id={id} className="font-medium">
          {chart.title}
        </h3>
        <Definition of={chart.title}>{chart.definition}</Definition>
        <span className="ml-auto">
          <Button kind="quiet" onClick={onToggle} aria-label={`${toggle}: ${chart.title}`}>
            {toggle}
          </Button>
        </span>
      </div>
      {isTable ? <ChartTable chart={chart} /> : <Drawing chart={chart} />}
    </section>
  );
}

function Drawing({ chart }: { chart: Chart }) {
  const { kind, rows, series, whenEmpty } = chart;
  const days = daysWithData(rows);
  if (days === 0) return <NotEnough>{whenEmpty}</NotEnough>;
  if (kind === "days" && !isEnoughForLine(rows)) {
    return (
      <NotEnough>
        {plural(
          days,
          "A line needs at least three days with data; so far there is {count}. See the table for the numbers.",
          "A line needs at least three days with data; so far there are {count}. See the table for the numbers.",
        )}
      </NotEnough>
    );
  }
  return (
    <>
      <div role="img" aria-label={inWords(chart)} style={{ minHeight: heightOf(chart) }}>
        <Suspense>
          <ChartDrawing chart={chart} />
        </Suspense>
      </div>
      {series.length > 1 && <Legend chart={chart} />}
    </>
  );
}

function Legend({ chart: { series, kind, rows } }: { chart: Chart }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {series.map(({ label, look }, index) => (
        <li key={label} className="flex items-center gap-2">
          <Sample look={look} kind={kind} />
          {label}
          <span className="text-soft tabular-nums">{numberText(sumOf(rows, index))}</span>
        </li>
      ))}
    </ul>
  );
}

function NotEnough({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-24 content-center justify-items-center px-4 py-6 text-center">
      <p className="font-medium">{t("Not enough data yet")}</p>
      <p className="max-w-prose text-soft text-sm">{children}</p>
    </div>
  );
}

function inWords({ title, series, rows }: Chart): string {
  const sums = series.map(({ label }, index) => `${label} ${sumOf(rows, index)}`);
  return t("{title}: {sums} in total. The table has every number.", {
    title,
    sums: sums.join(", "),
  });
}

function sumOf(rows: Chart["rows"], index: number): number {
  return rows.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}
