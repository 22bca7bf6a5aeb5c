import type { DecidedVia, ReviewDecision } from "@trovella/plan-engine";
import { statusLabel } from "../../components/status-badge.tsx";
import { DECISION_LABELS, namesOf, SATISFACTION_LABELS } from "../../format/labels.ts";
import { dateText, t } from "../../language/messages.ts";
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
  console: t("In the console"),
  app: t("In the chat"),
  elicitation: t("In the assistant"),
  api: t("By a program, no proof of a person"),
  relayed: t("Relayed by the assistant, no proof of a person"),
} satisfies Record<DecidedVia, string>;
const DECISION_NAMES: Readonly<Record<string, string>> = {
  approve: t("Approve"),
  modify: t("Modify"),
  skip: t("Skip"),
  reject: t("Reject"),
} satisfies Record<ReviewDecision, string>;
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

const DAYS = { kind: "days", rowHeader: t("Day") } as const;

function plansByDay({ byDay }: Insights): Chart {
  return {
    ...DAYS,
    name: "plans",
    title: t("Plans by day"),
    definition: t("Plans started, completed and failed per day. Days begin at midnight UTC."),
    series: [
      { label: t("Started"), look: "busy" },
      { label: t("Completed"), look: "accent" },
      { label: t("Failed"), look: "bad" },
    ],
    rows: byDay.map(({ day, plansStarted, plansCompleted, plansFailed }) => ({
      label: dayText(day),
      values: [plansStarted, plansCompleted, plansFailed],
    })),
    whenEmpty: t("No plan was started or ended in this period."),
  };
}

function storedByDay({ byDay }: Insights): Chart {
  return {
    ...DAYS,
    name: "stored",
    title: t("Runs, findings and reports by day"),
    definition: t(
      "Skill runs started, findings and other artifacts stored, and report versions written per day. Days begin at midnight UTC.",
    ),
    series: [
      { label: t("Runs"), look: "busy" },
      { label: t("Findings"), look: "accent" },
      { label: t("Reports"), look: "warn" },
    ],
    rows: byDay.map(({ day, runs, artifacts, outputs }) => ({
      label: dayText(day),
      values: [runs, artifacts, outputs],
    })),
    whenEmpty: t("Nothing was run or stored in this period."),
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
    title: t("Decisions at checkpoints"),
    definition: t(
      "Decisions at checkpoints, and where they were made: the best proof that a person decided first, decisions without any proof last.",
    ),
    kind: "bars",
    rowHeader: t("Decision"),
    series: ways.map((via, index) => ({
      label: DECIDED_VIA[via] ?? statusLabel(via),
      look: VIA_LOOKS[index % VIA_LOOKS.length] ?? "soft",
    })),
    rows: kinds.map((decision) => ({
      label: DECISION_NAMES[decision] ?? statusLabel(decision),
      values: ways.map((via) => countOf(decision, via)),
    })),
    whenEmpty: t("No checkpoint was decided in this period."),
  };
}

function satisfaction({ satisfaction: counted }: Insights): Chart {
  const kinds = inOrder(
    counted.map((row) => row.satisfaction),
    namesOf(SATISFACTION_LABELS),
  );
  return {
    name: "satisfaction",
    title: t("Satisfaction"),
    definition: t("Feedback on finished research, as assistants recorded it."),
    kind: "bars",
    rowHeader: t("Answer"),
    series: [{ label: t("Answers"), look: "accent" }],
    rows: kinds.map((kind) => ({
      label: SATISFACTION_LABELS[kind as keyof typeof SATISFACTION_LABELS] ?? statusLabel(kind),
      values: [counted.find((row) => row.satisfaction === kind)?.count ?? 0],
    })),
    whenEmpty: t("No feedback in this period."),
  };
}

function clients({ toolErrorsByClient: counted }: Insights): Chart {
  return {
    name: "clients",
    title: t("Tool calls by client"),
    definition: t(
      "Tool calls that succeeded, and that were refused or failed. Refusals are often normal, for example when two sessions want the same step.",
    ),
    kind: "bars",
    rowHeader: t("Client"),
    noteHeader: t("Share"),
    series: [
      { label: t("Succeeded"), look: "accent" },
      { label: t("With an error"), look: "bad" },
    ],
    rows: counted.map(({ client, calls, errors }) => ({
      label: client,
      values: [calls - errors, errors],
      note: t("{percent} errors", { percent: percent(errors / calls) }),
    })),
    whenEmpty: t("No client made a call in this period."),
  };
}

/** Unique values: known ones in their order, then the others. */
function inOrder(values: readonly string[], known: readonly string[]): string[] {
  const others = values.filter((value) => !known.includes(value));
  return [...known.filter((value) => values.includes(value)), ...new Set(others)];
}

function dayText(day: string): string {
  const format = { day: "numeric", month: "short", timeZone: "UTC" } as const;
  return dateText(new Date(`${day}T00:00:00Z`), format);
}
