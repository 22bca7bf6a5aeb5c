import { setTimeout as sleep } from "node:timers/promises";
import { REPORT, type Reply } from "@trovella/testing/mcp/mcp-client";
import type { Acknowledged } from "../support/journal.ts";
import { Figures } from "./figures.ts";
import { PersistentClient, type ServedAt } from "./persistent-client.ts";

const STEPS = Array.from({ length: 4 }, () => ({ stepType: "search", instructions: "Look." }));
const OPEN_PLANS = 6;

export interface LoadOptions extends ServedAt {
  /** One for each agent. */
  readonly tokens: readonly string[];
  /** Called with every acknowledged write, before the agent goes on. */
  readonly acknowledge: (entry: Acknowledged) => void;
  /** Between two steps of an agent. */
  readonly pauseMs: number;
}

/** Agents that share plans, whatever happens to the servers and their database. */
export class Load {
  figures = new Figures();
  /** Attempts that two calls with different keys were given. */
  readonly claimedTwice: string[] = [];
  readonly refusals: string[] = [];
  private readonly options: LoadOptions;
  private readonly openPlans: string[] = [];
  private readonly holders = new Map<string, string>();
  private readonly working: Promise<void>[];
  private keys = 0;
  private isStopped = false;
  private readonly run = Date.now().toString(36);

  constructor(options: LoadOptions) {
    this.options = options;
    this.working = options.tokens.map((token, agent) => this.work(agent, token));
  }

  /** Forgets what was seen so far. */
  begin(): Figures {
    this.figures = new Figures();
    return this.figures;
  }

  /** Waits for this many successful calls. */
  async untilOk(count: number): Promise<void> {
    const wanted = this.figures.ok + count;
    const { figures } = this;
    while (figures.ok < wanted) await sleep(50);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.working);
  }

  private async work(agent: number, token: string): Promise<void> {
    const client = new PersistentClient(this.options, token, () => this.figures);
    while (!this.isStopped) {
      if (this.openPlans.length < OPEN_PLANS) await this.createPlan(client);
      await this.workOnStep(client, `agent-${agent}`);
      await sleep(this.options.pauseMs);
    }
    client.close();
  }

  private async createPlan(client: PersistentClient): Promise<void> {
    const plan = { name: "Shared", researchQuestion: "Who did what?", steps: STEPS };
    const { reply } = await this.write(client, "create_research_plan", plan);
    if (!reply) return;
    const { planId } = reply as { planId: string };
    this.options.acknowledge({
      kind: "created",
      planId,
      stepId: null,
      attempt: null,
      planVersion: 1,
    });
    this.openPlans.push(planId);
  }

  private async workOnStep(client: PersistentClient, agent: string): Promise<void> {
    const planId = this.openPlans[Math.floor(Math.random() * this.openPlans.length)];
    if (planId === undefined) return;
    const { reply, key } = await this.write(client, "get_next_step", { planId, agent });
    if (!reply) return;
    const { status, step, lease } = reply as unknown as Claim;
    if (status === "plan_complete") this.closePlan(planId);
    if (!step || !lease) return;
    const { stepId, attempt = 1 } = step;
    this.noteHolder(`${planId} ${stepId} ${attempt}`, key);
    this.options.acknowledge({ kind: "claimed", planId, stepId, attempt, planVersion: 0 });
    const result = { result: { found: true }, stepExecutionReport: REPORT };
    const input = { planId, stepId, leaseToken: lease.token, ...result };
    const { reply: submitted } = await this.write(client, "submit_step_result", input);
    if (!submitted) return;
    this.options.acknowledge({ kind: "submitted", planId, stepId, attempt: null, planVersion: 0 });
  }

  private closePlan(planId: string): void {
    const index = this.openPlans.indexOf(planId);
    if (index >= 0) this.openPlans.splice(index, 1);
  }

  private noteHolder(attempt: string, key: string): void {
    if (this.holders.has(attempt)) this.claimedTwice.push(attempt);
    this.holders.set(attempt, key);
  }

  private async write(
    client: PersistentClient,
    name: string,
    input: object,
  ): Promise<{ readonly reply: Reply | null; readonly key: string }> {
    this.keys += 1;
    const key = `${this.run}-${this.keys}`;
    const answer = await client.call(name, { ...input, idempotencyKey: key }, () => this.isStopped);
    if (answer && "refusal" in answer) {
      this.refusals.push(`${name}: ${answer.refusal}`);
      return { reply: null, key };
    }
    return { reply: answer, key };
  }
}

interface Claim {
  readonly status: string;
  readonly step?: { readonly stepId: string; readonly attempt?: number };
  readonly lease?: { readonly token: string };
}
