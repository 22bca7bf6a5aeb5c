import { Random } from "@trovella/testing/engine/random";
import { type Era, REPORT } from "@trovella/testing/mcp/mcp-client";
import type { Json } from "../history/record.ts";
import { outcomeOf } from "./checks.ts";
import { type Exchange, FuzzConnection, message, type RawCall, toolCall } from "./http.ts";

/** All clients use this one request id, so that only the connection distinguishes them. */
const ID = 1;
const STEPS = 4;
/** Plans, and anything by its long id; handles of steps are the same in every plan. */
const IDS = /\bp-[2-9b-df-hj-km-np-tv-xz]{6}\b|\b(?:plan|step)_[0-9a-f]{32}/g;

export interface MarkedClientSettings {
  readonly index: number;
  readonly era: Era;
  readonly seed: number;
  /** Number of clients. */
  readonly clients?: number;
  /** Indexes of the clients whose research it may find. */
  readonly isPeer?: (index: number) => boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Works on its own plans and searches every reply for traces of other clients. */
export class MarkedClient {
  readonly problems: string[] = [];
  calls = 0;
  private readonly marker: string;
  private readonly era: Era;
  private readonly connection: FuzzConnection;
  private readonly random: Random;
  /** Its own plans, and its artifacts as `p-k7q2x9/a12`. */
  private readonly own = new Set<string>();
  private planId = "";
  private stepIds: string[] = [];
  private held: { readonly stepId: string; readonly token: string } | null = null;
  private readonly settings: MarkedClientSettings;
  /** Whether an artifact was stored for the plan. */
  private hasStored = false;
  /** Search hits, and those stored by other clients of its organization. */
  hits = 0;
  hitsOfPeers = 0;

  constructor(url: string, settings: MarkedClientSettings) {
    const { index, era, seed } = settings;
    this.settings = settings;
    this.marker = markerOf(index);
    this.era = era;
    this.connection = new FuzzConnection(url);
    this.random = new Random(seed, index);
  }

  async work(): Promise<void> {
    if (!this.planId) return this.create();
    switch (
      this.random.weighted({
        next: 4,
        submit: 4,
        status: 2,
        context: 2,
        whole: 1,
        resource: 1,
        store: 2,
        search: 2,
      })
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
      case "store":
        return this.store();
      case "search":
        return this.random.chance(0.5) ? this.searchPlan() : this.searchAll();
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
    this.hasStored = false;
    if (reply.name !== this.marker) this.problems.push(`a plan named ${reply.name}`);
    this.own.add(this.planId);
  }

  private async next(): Promise<void> {
    const { planId, marker } = this;
    // With a session of its own it gets the step that it holds already, instead of another one.
    const reply = await this.ask("get_next_step", { planId, sessionId: marker, agent: marker });
    if (reply.status === "plan_complete") {
      this.planId = "";
      return;
    }
    const { step, lease } = reply as { step: { stepId: string }; lease: { token: string } };
    this.held = { stepId: step.stepId, token: lease.token };
  }

  /** The reply names the source of the finding, which tells whose it is. */
  private async submit({ stepId, token }: { stepId: string; token: string }): Promise<void> {
    const { planId, marker } = this;
    this.held = null;
    const reply = await this.ask("submit_step_result", {
      planId,
      stepId,
      leaseToken: token,
      result: { by: marker },
      resultSummary: marker,
      findings: [{ title: marker, content: `Found by ${marker}.`, sources: [{ title: marker }] }],
      outputFormattingNotes: marker,
      stepExecutionReport: REPORT,
    });
    for (const artifact of (reply.artifacts ?? []) as string[])
      this.own.add(`${planId}/${artifact}`);
    this.hasStored = true;
    if (reply.stepId !== stepId) this.problems.push(`${marker} submitted ${reply.stepId}`);
  }

  private async store(): Promise<void> {
    const reply = await this.ask("store_research", {
      planId: this.planId,
      ...(this.held ? { stepId: this.held.stepId, leaseToken: this.held.token } : {}),
      artifactType: "note",
      title: this.marker,
      content: `Noted by ${this.marker}.`,
      summary: this.marker,
      sources: [{ title: this.marker }],
    });
    this.hasStored = true;
    this.own.add(`${this.planId}/${reply.artifactId}`);
  }

  /** Must find what it stored for its plan, and nothing else. */
  private async searchPlan(): Promise<void> {
    const reply = await this.ask("search_sources", { query: this.marker, planId: this.planId });
    const hits = (reply.results ?? []) as Json[];
    this.hits += hits.length;
    if (this.hasStored && hits.length === 0) this.problems.push(`${this.marker} finds nothing`);
    for (const { planId, sourceId } of hits) {
      const isOwn = planId === this.planId && this.own.has(`${planId}/${sourceId}`);
      if (!isOwn) this.problems.push(`${this.marker} finds ${sourceId} of ${planId}`);
    }
  }

  /** Searches for any client's text: only hits of its own organization are allowed. */
  private async searchAll(): Promise<void> {
    const { clients = 1, isPeer = () => false } = this.settings;
    const query = `${markerOf(this.random.between(0, clients - 1))} noted`;
    const name = "search_sources";
    const exchange = await this.send(name, { query, limit: 50 });
    this.calls += 1;
    this.checkMessages(name, exchange);
    const outcome = outcomeOf(exchange);
    const hits = (outcome?.kind === "reply" ? (outcome.reply.results ?? []) : []) as Json[];
    this.hits += hits.length;
    for (const hit of hits) {
      const markers: string[] = JSON.stringify(hit).match(/marker-\d+-end/g) ?? [];
      const isFound = markers.length > 0 && markers.every((marker) => isPeer(indexOf(marker)));
      if (!isFound) this.problems.push(`${this.marker} finds ${JSON.stringify(hit)}`);
      if (!markers.includes(this.marker)) this.hitsOfPeers += 1;
    }
    if (outcome?.kind !== "reply") this.problems.push(`a search got ${exchange.body}`);
  }

  /** Not a tool call, so it takes another path through the server. */
  private async read(): Promise<void> {
    const uri = `trovella://plans/${this.planId}`;
    const params = `"uri":"${uri}"`;
    const exchange = await this.connection.send(
      this.headed(message(this.era, { method: "resources/read", params, name: uri, id: ID })),
    );
    this.look("resources/read", exchange, { isMarked: true });
  }

  private async ask(name: string, input: Json): Promise<Json> {
    const exchange = await this.send(name, input);
    const outcome = outcomeOf(exchange);
    if (outcome?.kind !== "reply") throw new Error(`${name} got ${exchange.body.slice(0, 300)}`);
    // A new plan's handle is not known yet, and a search may find nothing.
    if (name === "create_research_plan") this.calls += 1;
    else this.look(name, exchange, { isMarked: name !== "search_sources" });
    return outcome.reply;
  }

  private send(name: string, input: Json): Promise<Exchange> {
    const argumentsJson = JSON.stringify(input);
    return this.connection.send(this.headed(toolCall(this.era, { name, argumentsJson, id: ID })));
  }

  private headed(call: RawCall): RawCall {
    return { ...call, headers: { ...call.headers, ...this.settings.headers } };
  }

  /** Every marker and every id in a reply must be the client's own, and the marker has to be there. */
  private look(
    what: string,
    { body, messages }: Exchange,
    { isMarked }: { readonly isMarked: boolean },
  ): void {
    this.calls += 1;
    const markers = body.match(/marker-\d+-end/g) ?? [];
    const ids = body.match(IDS) ?? [];
    const foreign = [
      ...markers.filter((marker) => marker !== this.marker),
      ...ids.filter((id) => !this.own.has(id)),
    ];
    if (foreign.length > 0) this.problems.push(`${what} shows ${foreign[0]} to ${this.marker}`);
    else if (isMarked && markers.length === 0) {
      this.problems.push(`${what} does not show ${this.marker}: ${body.slice(0, 300)}`);
    }
    this.checkMessages(what, { messages });
  }

  private checkMessages(what: string, { messages }: Pick<Exchange, "messages">): void {
    if (messages.length !== 1 || messages[0]?.id !== ID) {
      this.problems.push(`${what} got ${messages.length} messages`);
    }
  }
}

function indexOf(marker: string): number {
  return Number(/\d+/.exec(marker)?.[0]);
}

function markerOf(index: number): string {
  return `marker-${index}-end`;
}
