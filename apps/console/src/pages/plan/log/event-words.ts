import {
  type AuditAction,
  type Budget,
  type DecidedVia,
  ENDED_BY_BUDGET,
  type WaiverReason,
} from "@trovella/plan-engine";
import type { Replies } from "../../../api/api.ts";
import type { IconName } from "../../../components/icon.tsx";
import { statusLabel } from "../../../components/status-badge.tsx";
import { budgetInWords, causeInWords, usageInWords } from "../../../format/budget-words.ts";
import { capitalize } from "../../../format/capitalize.ts";

export type PlanEventRow = Replies["researchPlan"]["events"]["events"][number];
type WordedEvent = Pick<PlanEventRow, "eventType" | "action" | "payload">;

/** An event as a sentence; `step` is the name of its step. */
export function eventInWords(
  event: WordedEvent,
  step: string,
  personName: (userId: string) => string = (userId) => userId,
) {
  const known = WORDS[event.action] ?? WORDS[event.eventType];
  if (known) {
    const [look, words] = known;
    const sentence = typeof words === "string" ? words : words(fieldsOf(event.payload));
    const named = sentence
      .replace("STEP", () => step)
      .replace("PERSON", () => personName(String(fieldsOf(event.payload).assigneeId)));
    return { ...LOOKS[look], words: capitalize(named) };
  }
  const plain = `${event.eventType} ${event.action}`.replaceAll("_", " ");
  return { ...LOOKS.neutral, words: capitalize(plain) };
}

/** "MCP client claude-code", "Console", … */
export function actorInWords({
  actorClient,
  actorVia,
}: Pick<PlanEventRow, "actorClient" | "actorVia">): string {
  if (actorVia === "console") return "Console";
  return actorClient ?? actorVia;
}

const LOOKS = {
  neutral: { icon: "circle", color: "text-soft" },
  started: { icon: "running", color: "text-busy" },
  good: { icon: "check", color: "text-good" },
  waiting: { icon: "waiting", color: "text-warn" },
  warning: { icon: "stalled", color: "text-warn" },
  bad: { icon: "failed", color: "text-bad" },
} as const satisfies Record<string, { icon: IconName; color: string }>;

type Words = string | ((fields: Record<string, unknown>) => string);
type Entry = readonly [keyof typeof LOOKS, Words];
type SkillAction = "skill_started" | "skill_completed" | "skill_failed";

const WORDS: Readonly<Record<string, Entry>> = {
  created: ["good", "The plan was created"],
  status_changed: ["neutral", statusChange],
  plan_failed: ["bad", "The plan failed"],
  plan_cancelled: ["warning", withReason("A person cancelled the plan")],
  plan_archived: ["neutral", "The plan was archived"],
  plan_restored: ["neutral", "The plan was restored from the archive"],
  plan_renamed: ["neutral", renamed],
  tags_set: ["neutral", tagged],
  step_edited: ["neutral", "STEP was edited by a person"],
  next: ["started", "STEP was started"],
  closing: ["started", "STEP, a closing step, was started to bring the plan to its end"],
  auto_advanced: ["started", "STEP was started because its result had already arrived"],
  sent_back: ["started", "STEP was resumed after a review"],
  reissued: ["warning", "STEP was reassigned because its holder had stopped responding"],
  taken_over: ["warning", "STEP was taken over"],
  step_completed: ["good", "STEP was completed"],
  step_failed: ["bad", failed],
  step_skipped: ["neutral", skipped],
  step_sent_back: ["neutral", "STEP got feedback added to its instructions"],
  step_retried: ["neutral", "STEP will be retried"],
  steps_added: ["neutral", "Steps were added"],
  step_removed: ["neutral", "A step was removed"],
  steps_reordered: ["neutral", "The steps were reordered"],
  instructions_updated: ["neutral", "STEP got new instructions"],
  branch_taken: ["neutral", branchTaken],
  stall_detected: ["warning", "The plan stalled"],
  result_refused: ["warning", refusedResult],
  plan_reopened: ["neutral", "The plan was reopened, and STEP will be retried"],
  usage_recorded: ["neutral", usageRecorded],
  budget_changed: ["neutral", budgetChanged],
  budget_phase_changed: ["warning", phaseChange],
  closing_accepted: ["neutral", "A person let the plan close early"],
  plan_assigned: ["neutral", assigned],
  gate_passed: ["good", gated("The evidence check after STEP was passed")],
  gate_failed: [
    "warning",
    gated("The evidence check after STEP was not passed, and a repair step was added"),
  ],
  gate_waived: ["bad", waived],
  gate_noted: ["neutral", gated("The claims were counted after STEP")],
  review_requested: ["waiting", "A review of STEP was requested"],
  review_declined: ["neutral", "The person declined to decide about STEP in the client"],
  approve: ["good", decided("STEP was approved")],
  reject: ["bad", decided("STEP was rejected")],
  modify: ["neutral", decided("STEP was sent back with feedback")],
  skip: ["neutral", decided("STEP was skipped in a review")],
  session_resumed: ["neutral", "A new session resumed the plan"],
  skill_started: ["started", "A skill was started"],
  skill_completed: ["good", "A skill was completed"],
  skill_failed: ["bad", "A skill failed"],
} satisfies Record<AuditAction | SkillAction, Entry>;

/** A sentence with what the person said. */
function withReason(sentence: string): (fields: Record<string, unknown>) => string {
  return ({ reason }) => (typeof reason === "string" ? `${sentence}: ${reason}` : sentence);
}

function renamed({ name, before }: Record<string, unknown>): string {
  return typeof before === "string"
    ? `The plan was renamed from “${before}” to “${String(name)}”`
    : "The plan was renamed";
}

function tagged({ tags }: Record<string, unknown>): string {
  const words = Array.isArray(tags) ? tags.join(", ") : "";
  return words ? `The plan's tags are now ${words}` : "The plan's tags were removed";
}

function assigned({ assigneeId }: Record<string, unknown>): string {
  return typeof assigneeId === "string"
    ? "PERSON is asked to review the plan"
    : "The owner is asked to review the plan again";
}

function failed({ reason }: Record<string, unknown>): string {
  return reason === ENDED_BY_BUDGET
    ? "STEP was ended because the plan closed early"
    : "STEP failed";
}

function skipped({ by, ...fields }: Record<string, unknown>): string {
  if (by === "person") return withReason("STEP was skipped by a person")(fields);
  return by === "budget" ? "STEP was skipped because the plan closed early" : "STEP was skipped";
}

function branchTaken({ isWithoutEffect }: Record<string, unknown>): string {
  return isWithoutEffect === true
    ? "A condition after STEP fired without effect: the budget leaves no room for more steps"
    : "A condition after STEP fired";
}

function phaseChange({ to, cause }: Record<string, unknown>): string {
  const why = causeInWords(typeof cause === "string" ? cause : null, String(to));
  return to === "spent" ? `The budget ran out: ${why}` : `The plan began to close early: ${why}`;
}

function budgetChanged({ by, budget }: Record<string, unknown>): string {
  const who = by === "person" ? "A person" : "The assistant";
  const words = budgetInWords(Object(budget) as Budget);
  return words ? `${who} changed the budget: ${words}` : `${who} let the plan go on`;
}

/** STEP comes first: it is replaced once, and clients choose their names. */
function usageRecorded({ stepId, usage, client }: Record<string, unknown>): string {
  const fields = Object(usage) as Record<string, unknown>;
  const what = usageInWords(fields.client ?? fields.model) || "no tokens";
  const who = typeof client === "string" ? `, as ${client} reported` : "";
  return `${stepId ? "STEP" : "The plan"} used ${what}${who}`;
}

/** With the claims by status. */
function gated(sentence: string): (fields: Record<string, unknown>) => string {
  return ({ counts }) => {
    const words = Object.entries(Object(counts)).map(([status, count]) => `${count} ${status}`);
    return `${sentence}: ${words.join(", ") || "no claims"}`;
  };
}

function waived(fields: Record<string, unknown>): string {
  const why = typeof fields.why === "string" ? WAIVED[fields.why] : undefined;
  const sentence = "The evidence check after STEP was not passed, and the plan goes on";
  return gated(why ? `${sentence} because ${why}` : sentence)(fields);
}

const WAIVED: Readonly<Record<string, string>> = {
  repairs_used: "it was repaired twice",
  budget: "the budget leaves no room for a repair",
  steps_limit: "the plan has no room for another step",
} satisfies Record<WaiverReason, string>;

/** With the channel of the decision, and a warning where nothing proves that a person decided. */
function decided(sentence: string): Words {
  return ({ decidedVia }) => {
    const place = typeof decidedVia === "string" ? PLACES[decidedVia] : undefined;
    return place ? `${sentence} ${place}` : sentence;
  };
}

const PLACES: Readonly<Record<string, string>> = {
  console: "by a person in the console",
  app: "by a person in the chat",
  elicitation: "by a person in the assistant",
  api: "by a program: no evidence that a person decided",
  relayed: "as relayed by the assistant: no evidence that a person decided",
} satisfies Record<DecidedVia, string>;

function refusedResult({ code }: Record<string, unknown>): string {
  return code === "REVIEW_REQUIRED"
    ? "A result for STEP was kept for its review"
    : "A result for STEP was refused and kept here";
}

function statusChange({ from, moves }: Record<string, unknown>): string {
  const to = Array.isArray(moves) ? moves.at(-1) : undefined;
  if (typeof from !== "string" || typeof to !== "string") return "The plan's status changed";
  return `The plan went from “${statusLabel(from)}” to “${statusLabel(to)}”`;
}

/** The fields of a payload; none if it is truncated. */
function fieldsOf(payload: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(payload));
  } catch {
    return {};
  }
}
