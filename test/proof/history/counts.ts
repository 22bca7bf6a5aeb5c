import { PLAN_EVENT_TYPES } from "@trovella/plan-engine";
import { type History, overlap } from "./record.ts";

/** No agent here can cause these: it has no dialogs, no console, no claims, and reports no usage apart from its results. */
const IMPOSSIBLE: readonly string[] = [
  "review_declined",
  "plan_reopened",
  "closing_accepted",
  "plan_assigned",
  "step_edited",
  "plan_renamed",
  "tags_set",
  "plan_archived",
  "plan_restored",
  "texts_removed",
  "usage_recorded",
  "gate_passed",
  "gate_noted",
];
const POSSIBLE = PLAN_EVENT_TYPES.filter((type) => !IMPOSSIBLE.includes(type));
/** In 100 histories the rarest kind happens only a few times. */
const MAX_MISSING = 1;

/** Statistics of all histories, to detect trivial runs. */
export class HistoryCounts {
  histories = 0;
  calls = 0;
  commands = 0;
  contended = 0;
  divergences = 0;
  private readonly replies = new Map<string, number>();
  private readonly refusals = new Map<string, number>();
  private readonly events = new Map<string, number>();

  add({ calls, commands }: History): void {
    this.histories += 1;
    this.calls += calls.length;
    this.commands += commands.length;
    this.contended += calls.filter((call) =>
      calls.some((other) => other !== call && overlap(call, other)),
    ).length;
    for (const { tool, answer } of calls) {
      if (answer.refusal) increase(this.refusals, answer.refusal.code);
      else increase(this.replies, kindOf(tool, answer.reply));
    }
    for (const { events } of commands) for (const { type } of events) increase(this.events, type);
  }

  report(): string {
    return [
      `${this.calls} calls, ${this.commands} committed commands, ${this.contended} calls overlapped another in time`,
      `replies: ${spell(this.replies)}`,
      `refusals: ${spell(this.refusals)}`,
      `events: ${spell(this.events)}`,
    ].join("\n");
  }

  /** A run without contention or without most kinds of replies is not significant. */
  isSignificant(isSingle: boolean): boolean {
    if (isSingle) return true;
    const missing = POSSIBLE.filter((type) => !this.events.has(type));
    const isRich = missing.length <= MAX_MISSING && this.refusals.size >= 8;
    const isSignificant = isRich && this.contended > this.calls / 2;
    if (!isSignificant) {
      console.log(`Too little happened: this run is not significant. Missing: ${missing.join()}.`);
    }
    return isSignificant;
  }
}

function kindOf(tool: string, reply: Readonly<Record<string, unknown>>): string {
  const detail = tool === "modify_plan" ? reply.action : tool === "get_next_step" && reply.status;
  const { status } = (reply.nextStep ?? {}) as { status?: string };
  const continued = status ? ` then ${status}` : "";
  const reissued = reply.reissued ? " reissued" : "";
  const repeated = reply.replayed ? " again" : "";
  return `${tool}${detail ? ` ${detail}` : ""}${continued}${reissued}${repeated}`;
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function spell(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
