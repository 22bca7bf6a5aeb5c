import { labelsFor, numberIn } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { clip } from "../safe-text.ts";
import type { Chart } from "./chart.ts";

const MAX_CHARACTERS = 1_500;

/** The text alternative of a chart: its kind, what it measures, and every value. */
export function describeChart(chart: Chart, language: DocumentLanguage): string {
  const { kind, title, labels, series } = chart;
  const values = series.map(({ name, values }) => {
    const points = values.map(
      (value, index) => `${labels[index]} ${valueText(value, chart, language)}`,
    );
    return `${series.length > 1 ? `${name}: ` : ""}${points.join("; ")}.`;
  });
  return clip([labelsFor(language).chart({ kind, title }), ...values].join(" "), MAX_CHARACTERS);
}

/** A value as it stands at its bar or point. */
export function valueText(
  value: number,
  { decimals, suffix }: Pick<Chart, "decimals" | "suffix">,
  language: DocumentLanguage,
): string {
  const number = numberIn(language, value, decimals).replace("-", "−");
  if (suffix === "") return number;
  return /^[€$£¥]$/.test(suffix) && language === "en"
    ? `${suffix}${number}`
    : `${number}\u202f${suffix}`;
}
