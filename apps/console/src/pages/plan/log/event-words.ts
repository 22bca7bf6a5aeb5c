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
import { dateText, t } from "../../../language/messages.ts";
import { type ClaimStatus, STATUS_LABELS } from "../../claims/claim-words.ts";

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
  if (actorVia === "console") return t("Console");
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
  created: ["good", t("The plan was created")],
  status_changed: ["neutral", statusChange],
  plan_failed: ["bad", t("The plan failed")],
  plan_cancelled: ["warning", withReason(t("A person cancelled the plan"))],
  plan_archived: ["neutral", t("The plan was archived")],
  plan_restored: ["neutral", t("The plan was restored from the archive")],
  plan_renamed: ["neutral", renamed],
  tags_set: ["neutral", tagged],
  step_edited: ["neutral", t("STEP was edited by a person")],
  next: ["started", t("STEP was started")],
  closing: ["started", t("STEP, a closing step, was started to bring the plan to its end")],
  auto_advanced: ["started", t("STEP was started because its result had already arrived")],
  sent_back: ["started", t("STEP was resumed after a review")],
  reissued: ["warning", t("STEP was reassigned because its holder had stopped responding")],
  taken_over: ["warning", t("STEP was taken over")],
  step_completed: ["good", t("STEP was completed")],
  step_failed: ["bad", failed],
  step_skipped: ["neutral", skipped],
  step_sent_back: ["neutral", t("STEP got feedback added to its instructions")],
  step_retried: ["neutral", t("STEP will be retried")],
  steps_added: ["neutral", t("Steps were added")],
  step_removed: ["neutral", t("A step was removed")],
  steps_reordered: ["neutral", t("The steps were reordered")],
  instructions_updated: ["neutral", t("STEP got new instructions")],
  branch_taken: ["neutral", branchTaken],
  stall_detected: ["warning", t("The plan stalled")],
  result_refused: ["warning", refusedResult],
  texts_removed: ["neutral", textsRemoved],
  plan_reopened: ["neutral", t("The plan was reopened, and STEP will be retried")],
  usage_recorded: ["neutral", usageRecorded],
  budget_changed: ["neutral", budgetChanged],
  budget_phase_changed: ["warning", phaseChange],
  closing_accepted: ["neutral", t("A person let the plan close early")],
  plan_assigned: ["neutral", assigned],
  gate_passed: ["good", gated(t("The evidence check after STEP was passed"))],
  gate_failed: [
    "warning",
    gated(t("The evidence check after STEP was not passed, and a repair step was added")),
  ],
  gate_waived: ["bad", waived],
  gate_noted: ["neutral", gated(t("The claims were counted after STEP"))],
  review_requested: ["waiting", t("A review of STEP was requested")],
  review_declined: ["neutral", t("The person declined to decide about STEP in the client")],
  approve: ["good", decided(t("STEP was approved"))],
  reject: ["bad", decided(t("STEP was rejected"))],
  modify: ["neutral", decided(t("STEP was sent back with feedback"))],
  skip: ["neutral", decided(t("STEP was skipped in a review"))],
  session_resumed: ["neutral", t("A new session resumed the plan")],
  skill_started: ["started", t("A skill was started")],
  skill_completed: ["good", t("A skill was completed")],
  skill_failed: ["bad", t("A skill failed")],
} satisfies Record<AuditAction | SkillAction, Entry>;

/** A sentence with what the person said. */
function withReason(sentence: string): (fields: Record<string, unknown>) => string {
  return ({ reason }) => (typeof reason === "string" ? `${sentence}: ${reason}` : sentence);
}

function renamed({ name, before }: Record<string, unknown>): string {
  return typeof before === "string"
    ? t("The plan was renamed from “{before}” to “{name}”", { before, name: String(name) })
    : t("The plan was renamed");
}

function tagged({ tags }: Record<string, unknown>): string {
  const words = Array.isArray(tags) ? tags.join(", ") : "";
  return words
    ? t("The plan's tags are now {tags}", { tags: words })
    : t("The plan's tags were removed");
}

function assigned({ assigneeId }: Record<string, unknown>): string {
  return typeof assigneeId === "string"
    ? t("PERSON is asked to review the plan")
    : t("The owner is asked to review the plan again");
}

function failed({ reason }: Record<string, unknown>): string {
  return reason === ENDED_BY_BUDGET
    ? t("STEP was ended because the plan closed early")
    : t("STEP failed");
}

function skipped({ by, ...fields }: Record<string, unknown>): string {
  if (by === "person") return withReason(t("STEP was skipped by a person"))(fields);
  return by === "budget"
    ? t("STEP was skipped because the plan closed early")
    : t("STEP was skipped");
}

function branchTaken({ isWithoutEffect }: Record<string, unknown>): string {
  return isWithoutEffect === true
    ? t("A condition after STEP fired without effect: the budget leaves no room for more steps")
    : t("A condition after STEP fired");
}

function phaseChange({ to, cause }: Record<string, unknown>): string {
  const why = causeInWords(typeof cause === "string" ? cause : null, String(to));
  return to === "spent"
    ? t("The budget ran out: {why}", { why })
    : t("The plan began to close early: {why}", { why });
}

function budgetChanged({ by, budget }: Record<string, unknown>): string {
  const words = budgetInWords(Object(budget) as Budget);
  if (by === "person") {
    return words
      ? t("A person changed the budget: {words}", { words })
      : t("A person let the plan go on");
  }
  return words
    ? t("The assistant changed the budget: {words}", { words })
    : t("The assistant let the plan go on");
}

/** STEP comes first: it is replaced once, and clients choose their names. */
function usageRecorded({ stepId, usage, client }: Record<string, unknown>): string {
  const fields = Object(usage) as Record<string, unknown>;
  const what = usageInWords(fields.client ?? fields.model) || t("no tokens");
  const used = stepId ? t("STEP used {what}", { what }) : t("The plan used {what}", { what });
  return typeof client === "string" ? t("{used}, as {client} reported", { used, client }) : used;
}

/** With the claims by status. */
function gated(sentence: string): (fields: Record<string, unknown>) => string {
  return ({ counts }) => {
    const words = Object.entries(Object(counts)).map(
      ([status, count]) =>
        `${count} ${STATUS_LABELS[status as ClaimStatus]?.toLowerCase() ?? status}`,
    );
    return `${sentence}: ${words.join(", ") || t("no claims")}`;
  };
}

function waived(fields: Record<string, unknown>): string {
  const why = typeof fields.why === "string" ? WAIVED[fields.why] : undefined;
  const sentence = t("The evidence check after STEP was not passed, and the plan goes on");
  return gated(why ? t("{sentence} because {why}", { sentence, why }) : sentence)(fields);
}

const WAIVED: Readonly<Record<string, string>> = {
  repairs_used: t("it was repaired twice"),
  budget: t("the budget leaves no room for a repair"),
  steps_limit: t("the plan has no room for another step"),
} satisfies Record<WaiverReason, string>;

/** With the channel of the decision, and a warning where nothing proves that a person decided. */
function decided(sentence: string): Words {
  return ({ decidedVia }) => {
    const place = typeof decidedVia === "string" ? PLACES[decidedVia] : undefined;
    return place ? `${sentence} ${place}` : sentence;
  };
}

const PLACES: Readonly<Record<string, string>> = {
  console: t("by a person in the console"),
  app: t("by a person in the chat"),
  elicitation: t("by a person in the assistant"),
  api: t("by a program: no evidence that a person decided"),
  relayed: t("as relayed by the assistant: no evidence that a person decided"),
} satisfies Record<DecidedVia, string>;

function refusedResult({ code, removed }: Record<string, unknown>): string {
  const { at } = Object(removed) as { readonly at?: unknown };
  const isForReview = code === "REVIEW_REQUIRED";
  if (typeof at === "string" && !Number.isNaN(Date.parse(at))) {
    const date = dateText(new Date(at), { dateStyle: "medium" });
    return isForReview
      ? t("A result for STEP was kept for its review (removed by retention on {date})", { date })
      : t("A result for STEP was refused (removed by retention on {date})", { date });
  }
  return isForReview
    ? t("A result for STEP was kept for its review")
    : t("A result for STEP was refused and kept here");
}

function textsRemoved({ left }: Record<string, unknown>): string {
  const count = Array.isArray(left) ? left.length : 0;
  return t("Retention removed the texts of refused results: {count}", { count });
}

function statusChange({ from, moves }: Record<string, unknown>): string {
  const to = Array.isArray(moves) ? moves.at(-1) : undefined;
  if (typeof from !== "string" || typeof to !== "string") return t("The plan's status changed");
  return t("The plan went from “{from}” to “{to}”", {
    from: statusLabel(from),
    to: statusLabel(to),
  });
}

/** The fields of a payload; none if it is truncated. */
function fieldsOf(payload: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(payload));
  } catch {
    return {};
  }
}
