import { oneOf, textOf } from "../../url/search-params.ts";

const PLAN_TABS = ["result", "evidence", "timeline", "log"] as const;
export type PlanTabName = (typeof PLAN_TABS)[number];

const EVIDENCE_VIEWS = ["claims", "findings"] as const;
type EvidenceView = (typeof EVIDENCE_VIEWS)[number];

const LOG_KINDS = ["events", "calls"] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** Where the tabs of older versions went, so that their links still work. */
const OLD_TABS: Readonly<Record<string, Pick<PlanSearch, "tab" | "kind" | "view">>> = {
  plan: { tab: "timeline" },
  claims: { tab: "evidence", view: "claims" },
  reports: { tab: "result" },
  activity: { tab: "log", kind: "events" },
  calls: { tab: "log", kind: "calls" },
};

export interface PlanSearch {
  /** By default the result of a finished plan and the timeline of an open one. */
  readonly tab?: PlanTabName | undefined;
  /** The id or the handle of the chosen step; findings are limited to it. */
  readonly step?: string | undefined;
  /** The number of the opened event. */
  readonly event?: string | undefined;
  /** What the evidence shows; by default claims, if there are any. */
  readonly view?: EvidenceView | undefined;
  /** The id of the chosen claim. */
  readonly claim?: string | undefined;
  /** Whether only a sample of the claims is shown. */
  readonly sample?: true | undefined;
  /** Limits findings to those with this source, by its number. */
  readonly source?: string | undefined;
  /** Limits a tab to problems. */
  readonly only?: "problems" | undefined;
  /** Limits the log to events or to tool calls. */
  readonly kind?: LogKind | undefined;
  /** Limits the log to one client. */
  readonly client?: string | undefined;
}

export function planSearch(search: Record<string, unknown>): PlanSearch {
  const named = textOf(search.tab) ?? "";
  return {
    step: textOf(search.step),
    event: numberText(search.event),
    view: oneOf(search.view, EVIDENCE_VIEWS),
    claim: textOf(search.claim),
    sample: String(search.sample) === "true" ? true : undefined,
    source: numberText(search.source),
    only: oneOf(search.only, ["problems"]),
    kind: oneOf(search.kind, LOG_KINDS),
    client: textOf(search.client),
    ...(Object.hasOwn(OLD_TABS, named) ? OLD_TABS[named] : { tab: oneOf(named, PLAN_TABS) }),
  };
}

function numberText(value: unknown): string | undefined {
  return /^[1-9]\d{0,8}$/.exec(textOf(String(value ?? "")) ?? "")?.[0];
}
