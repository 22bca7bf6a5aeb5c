import { statusLabel } from "../../components/status-badge.tsx";
import { type Insights, percent } from "./figures.ts";
import type { Look } from "./looks.tsx";
import type { ChartName } from "./route-search.ts";

interface Series {
  readonly label: string;
  readonly look: Look;
}

export interface ChartRow {
  readonly label: string;
  /** One for each series. */
  readonly values: readonly number[];
  /** What stands behind the bar and in the last column of the table. */
  readonly note?: string;
}

/** Something to draw, or to read as a table. */
export interface Chart {
  readonly name: ChartName;
  readonly title: string;
  readonly definition: string;
  readonly kind: "days" | "bars";
  readonly rowHeader: string;
  readonly noteHeader?: string;
  readonly series: readonly Series[];
  readonly rows: readonly ChartRow[];
  /** Why there may be nothing to draw. */
  readonly whenEmpty: string;
}

const DECISIONS = ["approve", "modify", "skip", "reject"];
const DECIDED_VIA: Readonly<Record<string, string>> = {
  console: "In the console",
  elicitation: "Asked by the client",
  relayed: "Relayed by the assistant",
};
const VIA_LOOKS: readonly Look[] = ["accent", "busy", "warn", "soft"];
const SATISFACTIONS = [
  "very_satisfied",
  "satisfied",
  "neutral",
  "dissatisfied",
  "very_dissatisfied",
];

const LINES_PX = 220;
const BAR_PX = 34;
const BARS_MARGIN_PX = 12;
/** The rest is in the table. */
const MOST_BARS = 8;

/** The rows that there is room for. */
export function drawnRows({ kind, rows }: Chart): readonly ChartRow[] {
  return kind === "days" ? rows : rows.slice(0, MOST_BARS);
}

/** How much room a drawing takes, known before it is there. */
export function heightOf(chart: Chart): number {
  return chart.kind === "days" ? LINES_PX : drawnRows(chart).length * BAR_PX + BARS_MARGIN_PX;
}

export function chartsOf(insights: Insights): Chart[] {
  return [
    plansByDay(insights),
    storedByDay(insights),
    decisions(insights),
    satisfaction(insights),
    clients(insights),
  ];
}

function plansByDay({ byDay }: Insights): Chart {
  return {
    name: "plans",
    title: "Plans by day",
    definition:
      "Plans that were started, completed and failed on each day. Days begin at midnight UTC.",
    kind: "days",
    rowHeader: "Day",
    series: [
      { label: "Started", look: "busy" },
      { label: "Completed", look: "accent" },
      { label: "Failed", look: "bad" },
    ],
    rows: byDay.map(({ day, plansStarted, plansCompleted, plansFailed }) => ({
      label: dayText(day),
      values: [plansStarted, plansCompleted, plansFailed],
    })),
    whenEmpty: "No plan was started or ended in these days.",
  };
}

function storedByDay({ byDay }: Insights): Chart {
  return {
    name: "stored",
    title: "Runs, findings and reports by day",
    definition:
      "Runs of skills that began, findings and other artifacts that were stored, and versions of reports. Days begin at midnight UTC.",
    kind: "days",
    rowHeader: "Day",
    series: [
      { label: "Runs", look: "busy" },
      { label: "Findings", look: "accent" },
      { label: "Reports", look: "warn" },
    ],
    rows: byDay.map(({ day, runs, artifacts, outputs }) => ({
      label: dayText(day),
      values: [runs, artifacts, outputs],
    })),
    whenEmpty: "Nothing was run or stored in these days.",
  };
}

function decisions({ decisions: counted }: Insights): Chart {
  const ways = inOrder(
    counted.map(({ decidedVia }) => decidedVia),
    Object.keys(DECIDED_VIA),
  );
  const kinds = inOrder(
    counted.map(({ decision }) => decision),
    DECISIONS,
  );
  const countOf = (decision: string, via: string) =>
    counted.find((row) => row.decision === decision && row.decidedVia === via)?.count ?? 0;
  return {
    name: "decisions",
    title: "Decisions at checkpoints",
    definition: "What people decided when a plan waited for them, and where they said so.",
    kind: "bars",
    rowHeader: "Decision",
    series: ways.map((via, index) => ({
      label: DECIDED_VIA[via] ?? statusLabel(via),
      look: VIA_LOOKS[index % VIA_LOOKS.length] ?? "soft",
    })),
    rows: kinds.map((decision) => ({
      label: statusLabel(decision),
      values: ways.map((via) => countOf(decision, via)),
    })),
    whenEmpty: "No checkpoint was decided in these days.",
  };
}

function satisfaction({ satisfaction: counted }: Insights): Chart {
  const kinds = inOrder(
    counted.map((row) => row.satisfaction),
    SATISFACTIONS,
  );
  return {
    name: "satisfaction",
    title: "How satisfied people were",
    definition: "What people said about finished research, as their assistant recorded it.",
    kind: "bars",
    rowHeader: "Answer",
    series: [{ label: "Answers", look: "accent" }],
    rows: kinds.map((kind) => ({
      label: statusLabel(kind),
      values: [counted.find((row) => row.satisfaction === kind)?.count ?? 0],
    })),
    whenEmpty: "Nobody was asked in these days.",
  };
}

function clients({ toolErrorsByClient: counted }: Insights): Chart {
  return {
    name: "clients",
    title: "Tool calls by client",
    definition:
      "Calls of tools that succeeded and that were refused or failed. A refusal is often part of normal work, for example when two sessions want the same step.",
    kind: "bars",
    rowHeader: "Client",
    noteHeader: "Share",
    series: [
      { label: "Succeeded", look: "accent" },
      { label: "With an error", look: "bad" },
    ],
    rows: counted.map(({ client, calls, errors }) => ({
      label: client,
      values: [calls - errors, errors],
      note: `${percent(errors / calls)} errors`,
    })),
    whenEmpty: "No client called in these days.",
  };
}

/** Known values in their order, others behind them; each once. */
function inOrder(values: readonly string[], known: readonly string[]): string[] {
  const others = values.filter((value) => !known.includes(value));
  return [...known.filter((value) => values.includes(value)), ...new Set(others)];
}

function dayText(day: string): string {
  const format = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(undefined, format).format(new Date(`${day}T00:00:00Z`));
}
