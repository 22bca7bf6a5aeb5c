import { type History, overlap } from "./record.ts";

/** What all histories together have shown, so that a green run is not a trivial one. */
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

  /** Without contention, or without most kinds of answers, nothing would have been shown. */
  isTelling(isSingle: boolean): boolean {
    if (isSingle) return true;
    const isRich = this.events.size >= 16 && this.refusals.size >= 8;
    const isTelling = isRich && this.contended > this.calls / 2;
    if (!isTelling) console.log("Too little happened, so this run shows nothing.");
    return isTelling;
  }
}

function kindOf(tool: string, reply: Readonly<Record<string, unknown>>): string {
  const detail = tool === "modify_plan" ? reply.action : tool === "get_next_step" && reply.status;
  const reissued = reply.reissued ? " reissued" : "";
  const repeated = reply.replayed ? " again" : "";
  return `${tool}${detail ? ` ${detail}` : ""}${reissued}${repeated}`;
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
