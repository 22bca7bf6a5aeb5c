import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "@trovella/testing/engine/random";
import { chooseCall } from "./agents.ts";
import { Board } from "./board.ts";
import type { Clock, Line } from "./drivers.ts";
import { randomPlan } from "./plan.ts";
import type { Json, Moment, RecordedCall } from "./record.ts";

export interface Setting {
  readonly seed: number;
  readonly index: number;
  /** One for each agent. */
  readonly lines: readonly Line[];
  readonly clock: Clock;
  readonly stallThresholdMs: number;
}

const MUTATING = ["get_next_step", "submit_step_result", "modify_plan"].concat(
  "request_user_review",
  "submit_user_decision",
);
const MIN_CALLS = 12;
const CALLS_AFTER_END = 4;
const MINUTE_MS = 60_000;

/** Creates a plan, lets all agents work on it concurrently and returns every call. */
export async function runAgents(
  setting: Setting,
): Promise<{ readonly planId: string; readonly calls: RecordedCall[] }> {
  const { seed, index, lines } = setting;
  const random = new Random(seed, index);
  const history = new Recorder(setting);
  const creation = randomPlan(random, setting.stallThresholdMs / MINUTE_MS);
  const created = await history.call(0, "create_research_plan", creation);
  const planId = String(created.answer.reply?.planId);
  if (!created.answer.reply) throw new Error(`no plan: ${created.answer.refusal?.text}`);
  history.planId = planId;
  history.callsLeft = random.between(MIN_CALLS, 60);
  await Promise.all(lines.map((_, agent) => history.work(agent)));
  return { planId, calls: history.calls };
}

class Recorder {
  readonly calls: RecordedCall[] = [];
  planId = "";
  callsLeft = 0;
  private readonly setting: Setting;
  private readonly board = new Board();
  private readonly keyed: { readonly tool: string; readonly input: Json }[] = [];
  private made = 0;

  constructor(setting: Setting) {
    this.setting = setting;
  }

  async work(agent: number): Promise<void> {
    const { seed, index, clock, stallThresholdMs } = this.setting;
    const random = new Random(seed, index, agent + 1);
    while (this.callsLeft > 0) {
      this.callsLeft -= 1;
      const isAway = random.chance(0.06);
      if (isAway) await clock.pass(stallThresholdMs * (0.4 + random.fraction() * 1.2));
      if (isAway && random.chance(0.5)) await this.comeBack(agent);
      if (random.chance(0.3)) await sleep(random.between(0, 3));
      const { tool, input } = this.repeated(random) ?? this.chosen(random, agent);
      await this.call(agent, tool, input);
      // A closed plan needs few more calls.
      if (this.board.isClosed && this.made > MIN_CALLS) {
        this.callsLeft = Math.min(this.callsLeft, CALLS_AFTER_END);
      }
    }
  }

  /** After a pause an agent reads the status and continues with its claim. */
  private async comeBack(agent: number): Promise<void> {
    const { planId } = this;
    await this.call(agent, "get_plan_status", { planId });
    const sessionId = this.sessionOf(agent);
    await this.call(agent, "get_next_step", { planId, sessionId, agent: "researcher" });
  }

  async call(agent: number, tool: string, given: Json): Promise<RecordedCall> {
    const { index, lines } = this.setting;
    const line = lines[agent];
    if (!line) throw new Error(`agent ${agent} has no line`);
    this.made += 1;
    const id = `history-${index}-call-${this.made}`;
    // A session of its own links the call to its command in the audit log.
    const input = { sessionId: id, ...given };
    if (given.idempotencyKey !== undefined) this.keyed.push({ tool, input: given });
    const started = this.moment();
    const { answer, decidedMs } = await line.send(tool, input);
    const ended = this.moment();
    const { consoleUrl } = line;
    const call = { id, agent, tool, input, consoleUrl, started, ended, decidedMs, answer };
    this.calls.push(call);
    if (answer.reply) this.board.learn(agent, answer.reply);
    return call;
  }

  private chosen(random: Random, agent: number): { tool: string; input: Json } {
    const { tool, input } = chooseCall({ random, board: this.board, agent });
    const isKeyed = MUTATING.includes(tool) && random.chance(0.15);
    const key = isKeyed ? { idempotencyKey: `key-${this.setting.index}-${this.made}` } : {};
    // Without the agent's session the call is one of a client that never comes back.
    const isOwn = tool === "get_next_step" && random.chance(0.9);
    const session = isOwn ? { sessionId: this.sessionOf(agent) } : {};
    return { tool, input: { planId: this.planId, ...session, ...input, ...key } };
  }

  private sessionOf(agent: number): string {
    return `history-${this.setting.index}-agent-${agent}`;
  }

  /**
   * Sometimes retries a call, possibly while the first is in flight, or sends a different one with the same key.
   */
  private repeated(random: Random): { tool: string; input: Json } | null {
    if (this.keyed.length === 0 || !random.chance(0.06)) return null;
    const { tool, input } = random.chance(0.5)
      ? (this.keyed.at(-1) ?? random.pick(this.keyed))
      : random.pick(this.keyed);
    const isMistaken = tool === "get_next_step" && random.chance(0.3);
    return { tool, input: isMistaken ? { ...input, agent: "somebody-else" } : input };
  }

  private moment(): Moment {
    return { order: performance.now(), clockMs: this.setting.clock.nowMs() };
  }
}
