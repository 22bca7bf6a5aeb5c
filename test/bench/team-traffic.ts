import { Random } from "@trovella/testing/engine/random";
import { REPORT, type Reply } from "@trovella/testing/mcp/mcp-client";
import { outcomeOf } from "../proof/fuzz/checks.ts";
import { queryCall, TeamClient } from "../replicas/team-client.ts";

/** Request kinds with their weights. */
const MIX = { pair: 50, status: 8, list: 8, search: 8, store: 10, plans: 6, detail: 4, home: 6 };
const STEPS = 20;
const TEXT =
  "What two sources agree on, and what a third one doubts, in some words of usual length. ";

/** A member with an AI client and an open console: one request at a time, each of them counted. */
export class TeamMember {
  private readonly client: TeamClient;
  private readonly random: Random;
  private made = 0;
  private planId = "";
  private held: { readonly stepId: string; readonly leaseToken: string } | null = null;

  constructor(url: string, { token, number }: { readonly token: string; readonly number: number }) {
    this.client = new TeamClient(url, { name: `member-${number}`, token });
    this.random = new Random(1, number);
  }

  /** Sends one request; throws on an unexpected response. */
  request(): Promise<unknown> {
    if (!this.planId) return this.create();
    const { planId } = this;
    switch (this.random.weighted(MIX)) {
      case "pair":
        return this.held ? this.submit(this.held) : this.claim();
      case "status":
        return this.call("get_plan_status", { planId });
      case "list":
        return this.call("list_active_plans", {});
      case "search":
        return this.call("search_sources", { query: "what sources doubt" });
      case "store":
        return this.store();
      case "plans":
        return this.query("researchPlan.list");
      case "detail":
        return this.query("researchPlan.detail", { planId });
      case "home":
        return this.query("home.summary");
    }
  }

  close(): void {
    this.client.close();
  }

  private async create(): Promise<void> {
    const steps = Array.from({ length: STEPS }, () => ({ stepType: "search", instructions: TEXT }));
    const plan = { name: "[Scan] Load", researchQuestion: "How much can be done?", steps };
    const { planId } = await this.call("create_research_plan", plan);
    this.planId = String(planId);
  }

  private async claim(): Promise<void> {
    const reply = await this.call("get_next_step", { planId: this.planId });
    const { status, step, lease } = reply as {
      status: string;
      step?: { stepId: string };
      lease?: { token: string };
    };
    if (status === "plan_complete") this.planId = "";
    this.held = step && lease ? { stepId: step.stepId, leaseToken: lease.token } : null;
  }

  private async submit(held: { stepId: string; leaseToken: string }): Promise<void> {
    this.held = null;
    const result = { result: { findings: [TEXT, TEXT] }, stepExecutionReport: REPORT };
    await this.call("submit_step_result", { planId: this.planId, ...held, ...result });
  }

  private async store(): Promise<void> {
    const title = `Finding ${this.made}`;
    const artifact = { artifactType: "finding", title, content: TEXT.repeat(5) };
    await this.call("store_research", { planId: this.planId, ...artifact });
  }

  private async query(procedure: string, input?: object): Promise<void> {
    const exchange = await this.client.sendOnce(queryCall(procedure, input));
    if (exchange?.status === 200) return;
    throw new Error(`${procedure} got ${exchange?.status ?? "no answer"}`);
  }

  /** Without retries: every failure counts. */
  private async call(tool: string, input: object): Promise<Reply> {
    this.made += 1;
    const exchange = await this.client.sendOnce(this.client.toolCall(tool, input));
    const outcome = exchange && outcomeOf(exchange);
    if (outcome?.kind === "reply") return outcome.reply;
    const answer = exchange ? `${exchange.status} ${exchange.body.slice(0, 200)}` : "no answer";
    throw new Error(`${tool} got ${answer}`);
  }
}
