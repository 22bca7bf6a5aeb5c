/** What Prometheus reads: https://prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4. */
export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  /** Goes behind the name of the family: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

export function expose(families: readonly Family[]): string {
  return families.map(linesOf).join("");
}

function linesOf({ name, help, type, samples }: Family): string {
  const lines = samples.map(
    ({ labels = {}, value, suffix = "" }) => `${name}${suffix}${labelText(labels)} ${value}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
