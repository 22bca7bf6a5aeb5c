import { type Era, REPORT } from "../../mcp-client.ts";
import { outcomeOf } from "./fuzz-checks.ts";
import { type Exchange, FuzzConnection, message, toolCall } from "./fuzz-http.ts";
import { Random } from "./history-random.ts";
import type { Json } from "./history-record.ts";

/** All clients use this one id for all their requests, so that only the connection tells them apart. */
const ID = 1;
const STEPS = 4;

/** A client that works on plans of its own and looks for traces of anybody else in its replies. */
export class MarkedClient {
  readonly problems: string[] = [];
  calls = 0;
  private readonly marker: string;
  private readonly era: Era;
  private readonly connection: FuzzConnection;
  private readonly random: Random;
  /** Plans and steps that are its own. */
  private readonly own = new Set<string>();
  private planId = "";
  private stepIds: string[] = [];
  private held: { readonly stepId: string; readonly token: string } | null = null;

  constructor(url: string, { index, era, seed }: { index: number; era: Era; seed: number }) {
    this.marker = markerOf(index);
    this.era = era;
    this.connection = new FuzzConnection(url);
    this.random = new Random(seed, index);
  }

  async work(): Promise<void> {
    if (!this.planId) return this.create();
    switch (
      this.random.weighted({ next: 4, submit: 4, status: 2, context: 2, whole: 1, resource: 1 })
    ) {
      case "next":
        return this.next();
      case "submit":
        return this.held ? this.submit(this.held) : this.next();
      case "status":
        return void (await this.ask("get_plan_status", { planId: this.planId }));
      case "context": {
        const stepId = this.random.pick(this.stepIds);
        return void (await this.ask("get_step_context", { planId: this.planId, stepId }));
      }
      case "whole":
        return void (await this.ask("get_research_context", { planId: this.planId }));
      case "resource":
        return this.read();
    }
  }

  close(): void {
    this.connection.close();
  }

  private async create(): Promise<void> {
    const steps = Array.from({ length: STEPS }, () => ({
      stepType: "search",
      instructions: this.marker,
    }));
    const reply = await this.ask("create_research_plan", {
      name: this.marker,
      researchQuestion: this.marker,
      steps,
    });
    this.planId = String(reply.planId);
    this.stepIds = (reply.steps as { stepId: string }[]).map(({ stepId }) => stepId);
    if (reply.name !== this.marker) this.problems.push(`a plan named ${reply.name}`);
    for (const id of [this.planId, ...this.stepIds]) this.own.add(id);
  }

  private async next(): Promise<void> {
    const reply = await this.ask("get_next_step", { planId: this.planId, agent: this.marker });
    if (reply.status === "plan_complete") {
      this.planId = "";
      return;
    }
    const { step, lease } = reply as { step: { stepId: string }; lease: { token: string } };
    this.held = { stepId: step.stepId, token: lease.token };
  }

  private async submit({ stepId, token }: { stepId: string; token: string }): Promise<void> {
    this.held = null;
    await this.ask("submit_step_result", {
      planId: this.planId,
      stepId,
      leaseToken: token,
      result: { by: this.marker },
      resultSummary: this.marker,
      stepExecutionReport: REPORT,
    });
  }

  /** Not a tool call, so it goes another way through the server. */
  private async read(): Promise<void> {
    const uri = `trovella://plans/${this.planId}`;
    const params = `"uri":"${uri}"`;
    const exchange = await this.connection.send(
      message(this.era, { method: "resources/read", params, name: uri, id: ID }),
    );
    this.look("resources/read", exchange);
    if (!exchange.body.includes(this.marker)) this.problems.push(`no marker in ${exchange.body}`);
  }

  private async ask(name: string, input: Json): Promise<Json> {
    const argumentsJson = JSON.stringify(input);
    const exchange = await this.connection.send(
      toolCall(this.era, { name, argumentsJson, id: ID }),
    );
    const outcome = outcomeOf(exchange);
    if (outcome?.kind !== "reply") throw new Error(`${name} got ${exchange.body.slice(0, 300)}`);
    if (name !== "create_research_plan") this.look(name, exchange);
    else this.calls += 1;
    return outcome.reply;
  }

  /** Every marker and every id in a reply must be the client's own. */
  private look(what: string, { body, messages }: Exchange): void {
    this.calls += 1;
    const markers = body.match(/marker-\d+-end/g) ?? [];
    const ids = body.match(/\b(?:plan|step)_[0-9a-f]{32}/g) ?? [];
    const strange = [
      ...markers.filter((marker) => marker !== this.marker),
      ...ids.filter((id) => !this.own.has(id)),
    ];
    if (strange.length > 0) this.problems.push(`${what} tells ${this.marker} of ${strange[0]}`);
    if (messages.length !== 1 || messages[0]?.id !== ID) {
      this.problems.push(`${what} got ${messages.length} messages`);
    }
  }
}

function markerOf(index: number): string {
  return `marker-${index}-end`;
}
