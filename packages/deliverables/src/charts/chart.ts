export const CHART_KINDS = ["bar", "column", "line"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** A chart of one unit, drawn from the table it stands above. */
export interface Chart {
  readonly kind: ChartKind;
  /** What is measured, with its unit: `Payback (years)`. */
  readonly title: string;
  /** Behind each value, such as `%`; empty where the title says it. */
  readonly suffix: string;
  /** Of every series, in the order of the table. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly decimals: number;
  /** The bars that the section's heading names; all are drawn alike where it names none. */
  readonly highlighted: readonly number[];
  /** The sources that the table cites. */
  readonly sources: readonly number[];
}
