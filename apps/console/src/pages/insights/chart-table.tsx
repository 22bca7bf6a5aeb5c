import { numberText, t } from "../../language/messages.ts";
import type { Chart } from "./charts.ts";
import { daysWithData } from "./figures.ts";

/** Every number of a chart, without empty days. */
export function ChartTable({ chart }: { chart: Chart }) {
  const { title, kind, rowHeader, noteHeader, series, rows, whenEmpty } = chart;
  const shown = kind === "days" ? rows.filter((row) => daysWithData([row]) > 0).reverse() : rows;
  if (shown.length === 0) return <p className="py-6 text-center text-soft">{whenEmpty}</p>;
  return (
    <section
      aria-label={t("{title}, as a table", { title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto"
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-card text-soft">
          <tr>
            <th scope="col" className="py-1 pr-3 font-medium">
              {rowHeader}
            </th>
            {[...series.map(({ label }) => label), ...(noteHeader ? [noteHeader] : [])].map(
              (label) => (
                <th key={label} scope="col" className="py-1 pl-3 text-right font-medium">
                  {label}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, values, note }) => (
            <tr key={label} className="border-line border-t">
              <th scope="row" className="py-1 pr-3 font-normal [overflow-wrap:anywhere]">
                {label}
              </th>
              {series.map((each, index) => (
                <td key={each.label} className="py-1 pl-3 text-right tabular-nums">
                  {numberText(values[index] ?? 0)}
                </td>
              ))}
              {noteHeader && <td className="py-1 pl-3 text-right tabular-nums">{note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
