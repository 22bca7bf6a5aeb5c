import { CAPABILITIES, type Capability, type ClientReport } from "./capabilities.ts";

const BEGIN = "<!-- clients: begin -->";
const END = "<!-- clients: end -->";
const COLUMNS = Object.keys(CAPABILITIES) as Capability[];

/** Client × capability in Markdown, padded as the formatter of the docs does. */
export function tableOf(reports: readonly ClientReport[]): string {
  const rows = [
    ["", ...reports.map(({ name }) => name)],
    ["version", ...reports.map(({ version }) => version)],
    ...COLUMNS.map((column) => [
      CAPABILITIES[column],
      ...reports.map((report) => cellOf(report, column)),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(3, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lineOf(head), rule, ...body.map(lineOf)].join("\n");
}

function cellOf({ lacks, findings }: ClientReport, column: Capability): string {
  if (lacks.includes(column)) return "–";
  const finding = findings.get(column);
  if (finding === undefined) return "";
  return finding === true ? "yes" : "**NO**";
}

/** The page with the table between its marks; throws if it has none. */
export function withTable(page: string, table: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`The page lacks ${BEGIN} and ${END}.`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${page.slice(end)}`;
}
