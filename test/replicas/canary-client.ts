import { randomBytes } from "node:crypto";
import { Random } from "@trovella/testing/engine/random";
import { REPORT, type Reply } from "@trovella/testing/mcp/mcp-client";
import { outcomeOf } from "../proof/fuzz/checks.ts";
import { type Exchange, message } from "../proof/fuzz/http.ts";
import type { TeamClient } from "./team-client.ts";

/** An organization under test; everything stored for it contains its canary. */
export interface CanaryOrganization {
  readonly organizationId: string;
  readonly canary: string;
  /** Ids of its plans, for clients of other organizations to request. */
  readonly planIds: string[];
}

export function newCanaryOrganization(organizationId: string): CanaryOrganization {
  const canary = `canary${randomBytes(12).toString("hex")}`;
  return { organizationId, canary, planIds: [] };
}

/** Request kinds with their weights. */
const KINDS = {
  pair: 10,
  status: 2,
  context: 2,
  list: 2,
  store: 3,
  search: 2,
  searchAll: 2,
  resource: 1,
  plans: 2,
  detail: 2,
  artifacts: 2,
  home: 1,
  download: 1,
  foreign: 3,
  wrong: 2,
  abandoned: 2,
};

/** Sends random requests as one organization and searches every reply for the canaries of the others. */
export class CanaryClient {
  readonly problems: string[] = [];
  /** Replies that had to contain the own canary, and did. */
  marked = 0;
  requests = 0;
  private readonly organization: CanaryOrganization;
  private readonly others: readonly CanaryOrganization[];
  private readonly client: TeamClient;
  private readonly random: Random;
  private planId = "";
  private outputId = "";
  private held: { readonly stepId: string; readonly leaseToken: string } | null = null;

  constructor(
    client: TeamClient,
    {
      organizations,
      index,
      seed,
    }: { organizations: readonly CanaryOrganization[]; index: number; seed: number },
  ) {
    this.client = client;
    this.random = new Random(seed, index);
    this.organization = organizations[index % organizations.length] as CanaryOrganization;
    this.others = organizations.filter((organization) => organization !== this.organization);
  }

  async work(): Promise<void> {
    if (!this.planId) return this.create();
    const { planId } = this;
    const { canary } = this.organization;
    switch (this.random.weighted(KINDS)) {
      case "pair":
        return this.held ? this.submit(this.held) : this.claim();
      case "status":
        return void (await this.replyWithCanary("get_plan_status", { planId }));
      case "context":
        return void (await this.replyWithCanary("get_research_context", { planId }));
      case "list":
        return void (await this.replyWithCanary("list_active_plans", {}));
      case "store":
        return this.store();
      case "search":
        return this.check(await this.tool("search_sources", { query: canary }));
      case "searchAll":
        // A word that occurs in the texts of all organizations.
        return this.check(await this.tool("search_sources", { query: "noted", limit: 50 }));
      case "resource":
        return this.resource();
      case "plans":
        return this.procedure("researchPlan.list");
      case "detail":
        return this.procedure("researchPlan.detail", { planId });
      case "artifacts":
        return this.procedure("artifact.list", { planId });
      case "home":
        return this.procedure("home.summary");
      case "download":
        return this.download();
      case "foreign":
        return this.foreign();
      case "wrong":
        return this.refused("submit_step_result", { planId: canary }, "INVALID_INPUT");
      case "abandoned":
        return this.abandon();
    }
  }

  close(): void {
    this.client.close();
  }

  private async create(): Promise<void> {
    const { canary } = this.organization;
    const steps = [1, 2, 3].map(() => ({ stepType: "search", instructions: canary }));
    const plan = { name: canary, researchQuestion: canary, steps };
    const { planId } = await this.replyWithCanary("create_research_plan", plan);
    this.planId = String(planId);
    this.organization.planIds.push(this.planId);
    this.held = null;
    await this.store();
    const output = { title: canary, mediaType: "markdown", content: `# ${canary}` };
    const stored = await this.reply("store_research_output", { planId, ...output });
    this.outputId = String(stored.outputId);
  }

  private async claim(): Promise<void> {
    const { planId } = this;
    const { status, step, lease } = (await this.reply("get_next_step", { planId })) as {
      status: string;
      step?: { stepId: string };
      lease?: { token: string };
    };
    if (status !== "step_ready") this.planId = "";
    this.held = step && lease ? { stepId: step.stepId, leaseToken: lease.token } : null;
  }

  private async submit(held: { stepId: string; leaseToken: string }): Promise<void> {
    const { planId } = this;
    const { canary } = this.organization;
    this.held = null;
    const result = { result: { canary }, resultSummary: canary, stepExecutionReport: REPORT };
    await this.reply("submit_step_result", { planId, ...held, ...result });
  }

  private async store(): Promise<void> {
    const { canary } = this.organization;
    const artifact = { artifactType: "note", title: canary, content: `Noted: ${canary}` };
    await this.reply("store_research", { planId: this.planId, ...artifact });
  }

  private async resource(): Promise<void> {
    const uri = `trovella://plans/${this.planId}`;
    const params = `"uri":"${uri}"`;
    const call = message("2026-07-28", { method: "resources/read", params, name: uri });
    this.check(await this.send(call));
  }

  private async procedure(name: string, input?: object): Promise<void> {
    this.requests += 1;
    const body = await this.client.query(name, input);
    // Plans in progress are not on the first page.
    this.check({ status: 200, body }, name !== "home.summary");
  }

  private async download(): Promise<void> {
    const id = encodeURIComponent(`${this.planId}/${this.outputId}`);
    const path = `/api/outputs/${id}?format=html`;
    this.check(await this.send({ method: "GET", path, headers: {}, body: "" }));
  }

  /** Another organization's plan is answered like one that does not exist. */
  private async foreign(): Promise<void> {
    const other = this.random.pick(this.others);
    const planId = other.planIds[this.random.between(0, other.planIds.length - 1)];
    if (planId) await this.refused("get_plan_status", { planId }, "NOT_FOUND");
  }

  /** Disconnects during a request; the next one uses a new connection. */
  private async abandon(): Promise<void> {
    this.requests += 1;
    const { planId } = this;
    const abandoned = this.client.sendOnce(
      this.client.toolCall("get_research_context", { planId }),
    );
    setTimeout(() => this.client.close(), this.random.between(0, 5));
    await abandoned;
  }

  private async refused(tool: string, input: object, code: string): Promise<void> {
    const exchange = await this.tool(tool, input);
    this.check(exchange, false);
    const outcome = outcomeOf(exchange);
    const isRefused = outcome?.kind === "refusal" && outcome.code === code;
    if (!isRefused) this.problems.push(`${tool} got ${exchange.body.slice(0, 300)}`);
  }

  /** A reply with stored content. */
  private replyWithCanary(tool: string, input: object): Promise<Reply> {
    return this.reply(tool, input, true);
  }

  private async reply(tool: string, input: object, hasCanary = false): Promise<Reply> {
    const exchange = await this.tool(tool, input);
    this.check(exchange, hasCanary);
    const outcome = outcomeOf(exchange);
    if (outcome?.kind === "reply") return outcome.reply;
    throw new Error(`${tool} got ${exchange.status} ${exchange.body.slice(0, 300)}`);
  }

  private tool(name: string, input: object): Promise<Exchange> {
    return this.send(this.client.toolCall(name, input));
  }

  private send(call: Parameters<TeamClient["send"]>[0]): Promise<Exchange> {
    this.requests += 1;
    return this.client.send(call);
  }

  private check({ status, body }: Pick<Exchange, "status" | "body">, hasCanary = true): void {
    const foreign = this.others.filter(({ canary, organizationId }) =>
      [canary, organizationId].some((word) => body.includes(word)),
    );
    for (const { organizationId } of foreign) {
      this.problems.push(`${this.organization.organizationId} sees ${organizationId}`);
    }
    if (!hasCanary) return;
    if (status === 200 && body.includes(this.organization.canary)) this.marked += 1;
    else this.problems.push(`no canary in ${status} ${body.slice(0, 300)}`);
  }
}
