import type { DecidedVia } from "@trovella/plan-engine";
import { statusLabel } from "../../components/status-badge.tsx";
import { DECISION_LABELS, namesOf, SATISFACTION_LABELS } from "../../format/labels.ts";
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
  /** Shown after the bar and in the last column of the table. */
  readonly note?: string;
}

export interface Chart {
  readonly name: ChartName;
  readonly title: string;
  readonly definition: string;
  readonly kind: "days" | "bars";
  readonly rowHeader: string;
  readonly noteHeader?: string;
  readonly series: readonly Series[];
  readonly rows: readonly ChartRow[];
  readonly whenEmpty: string;
}

const DECIDED_VIA: Readonly<Record<string, string>> = {
  console: "In the console",
  app: "In the chat",
  elicitation: "In the assistant",
  api: "By a program, no proof of a person",
  relayed: "Relayed by the assistant, no proof of a person",
} satisfies Record<DecidedVia, string>;
const VIA_LOOKS: readonly Look[] = ["accent", "busy", "warn", "soft"];

const LINES_PX = 220;
const BAR_PX = 34;
const BARS_MARGIN_PX = 12;
/** The rest is in the table. */
const MAX_BARS = 8;

export function drawnRows({ kind, rows }: Chart): readonly ChartRow[] {
  return kind === "days" ? rows : rows.slice(0, MAX_BARS);
}

/** The height of a drawing, reserved before it is loaded. */
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

const DAYS = { kind: "days", rowHeader: "Day" } as const;

function plansByDay({ byDay }: Insights): Chart {
  return {
    ...DAYS,
    name: "plans",
    title: "Plans by day",
    definition: "Plans started, completed and failed per day. Days begin at midnight UTC.",
    series: seriesOf({ Started: "busy", Completed: "accent", Failed: "bad" }),
    rows: byDay.map(({ day, plansStarted, plansCompleted, plansFailed }) => ({
      label: dayText(day),
      values: [plansStarted, plansCompleted, plansFailed],
    })),
    whenEmpty: "No plan was started or ended in this period.",
  };
}

function storedByDay({ byDay }: Insights): Chart {
  return {
    ...DAYS,
    name: "stored",
    title: "Runs, findings and reports by day",
    definition:
      "Skill runs started, findings and other artifacts stored, and report versions written per day. Days begin at midnight UTC.",
    series: seriesOf({ Runs: "busy", Findings: "accent", Reports: "warn" }),
    rows: byDay.map(({ day, runs, artifacts, outputs }) => ({
      label: dayText(day),
      values: [runs, artifacts, outputs],
    })),
    whenEmpty: "Nothing was run or stored in this period.",
  };
}

function decisions({ decisions: counted }: Insights): Chart {
  const ways = inOrder(
    counted.map(({ decidedVia }) => decidedVia),
    Object.keys(DECIDED_VIA),
  );
  const kinds = inOrder(
    counted.map(({ decision }) => decision),
    namesOf(DECISION_LABELS),
  );
  const countOf = (decision: string, via: string) =>
    counted.find((row) => row.decision === decision && row.decidedVia === via)?.count ?? 0;
  return {
    name: "decisions",
    title: "Decisions at checkpoints",
    definition:
      "Decisions at checkpoints, and where they were made: the best proof that a person decided first, decisions without any proof last.",
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
    whenEmpty: "No checkpoint was decided in this period.",
  };
}

function satisfaction({ satisfaction: counted }: Insights): Chart {
  const kinds = inOrder(
    counted.map((row) => row.satisfaction),
    namesOf(SATISFACTION_LABELS),
  );
  return {
    name: "satisfaction",
    title: "Satisfaction",
    definition: "Feedback on finished research, as assistants recorded it.",
    kind: "bars",
    rowHeader: "Answer",
    series: seriesOf({ Answers: "accent" }),
    rows: kinds.map((kind) => ({
      label: statusLabel(kind),
      values: [counted.find((row) => row.satisfaction === kind)?.count ?? 0],
    })),
    whenEmpty: "No feedback in this period.",
  };
}

function clients({ toolErrorsByClient: counted }: Insights): Chart {
  return {
    name: "clients",
    title: "Tool calls by client",
    definition:
      "Tool calls that succeeded, and that were refused or failed. Refusals are often normal, for example when two sessions want the same step.",
    kind: "bars",
    rowHeader: "Client",
    noteHeader: "Share",
    series: seriesOf({ Succeeded: "accent", "With an error": "bad" }),
    rows: counted.map(({ client, calls, errors }) => ({
      label: client,
      values: [calls - errors, errors],
      note: `${percent(errors / calls)} errors`,
    })),
    whenEmpty: "No client made a call in this period.",
  };
}

function seriesOf(looks: Readonly<Record<string, Look>>): Series[] {
  return Object.entries(looks).map(([label, look]) => ({ label, look }));
}

/** Unique values: known ones in their order, then the others. */
function inOrder(values: readonly string[], known: readonly string[]): string[] {
  const others = values.filter((value) => !known.includes(value));
  return [...known.filter((value) => values.includes(value)), ...new Set(others)];
}

function dayText(day: string): string {
  const format = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(undefined, format).format(new Date(`${day}T00:00:00Z`));
}
