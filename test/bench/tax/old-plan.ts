import { cite, type Finding, type Source, type Step, withoutCitations } from "./texts.ts";
import type { Transcript } from "./transcript.ts";
import { usedUrls } from "./used-urls.ts";

/** The id that a model made up once per conversation and passed in every call. */
export const SESSION = "research-2026-05-04-k7q2x9";
const TODAY = "2026-05-04";

interface Ids {
  readonly planId: string;
  readonly executionId: string;
}

/** A plan that is worked on as the skills of 0.1 taught. */
export class OldPlan {
  readonly transcript: Transcript;
  readonly planId: string;
  readonly executionId: string;
  /** Ids of the sources by their place among all sources of the plan. */
  readonly refs = new Map<string, string>();
  readonly #sources = new Map<string, Source>();
  stepId = "";
  stepsDone = 0;
  artifactsStored = 0;
  #leaseToken = "";

  constructor(transcript: Transcript, { planId, executionId }: Ids) {
    this.transcript = transcript;
    this.planId = planId;
    this.executionId = executionId;
  }

  inNewConversation(transcript: Transcript): OldPlan {
    const plan = new OldPlan(transcript, this);
    for (const [key, id] of this.refs) plan.refs.set(key, id);
    for (const [id, source] of this.#sources) plan.#sources.set(id, source);
    plan.stepsDone = this.stepsDone;
    plan.artifactsStored = this.artifactsStored;
    return plan;
  }

  withLease(fields: object): object {
    const { planId, stepId } = this;
    return { planId, stepId, leaseToken: this.#leaseToken, sessionId: SESSION, ...fields };
  }

  /** Takes the next step, and from the second one on reads its context. */
  async nextStep({ isLast = false } = {}): Promise<void> {
    await this.#take({}, isLast);
  }

  async takeOver(stepId: string): Promise<void> {
    await this.#take({ takeOverStepId: stepId }, false);
  }

  async #take(wishes: object, isLast: boolean): Promise<void> {
    const { planId, transcript } = this;
    const asked = { planId, ...wishes, sessionId: SESSION };
    const { status, step, lease } = await transcript.call("get_next_step", asked);
    if (isLast !== (status === "plan_complete")) throw new Error(`The plan is ${status}.`);
    if (!step || !lease) return;
    this.stepId = step.stepId;
    this.#leaseToken = lease.token;
    if (step.stepOrder > 1) await transcript.call("get_step_context", this.withLease({}));
  }

  /** `listed`: the field of the result that repeats the findings. */
  async work(step: Step, shape: { listed?: string; withSources?: boolean } = {}): Promise<void> {
    await this.nextStep();
    await this.handIn(step, shape);
  }

  async handIn(
    { findings = [], result, summary, confidence, thinking, searches = [] }: Step,
    { listed, withSources = false }: { listed?: string; withSources?: boolean } = {},
  ): Promise<void> {
    const ids = await this.store(findings);
    const text = cite(result, this.refs);
    const cited = withSources ? [...JSON.stringify(text).matchAll(/src_\w+/g)].map(String) : [];
    const sources = [...new Set([...ids.flat(), ...cited])];
    await this.transcript.call(
      "submit_step_result",
      this.withLease({
        result: {
          ...text,
          ...(listed ? { [listed]: findings.map((one, at) => claimOf(one, ids[at] ?? [])) } : {}),
          ...(sources.length > 0 ? { sources: sources.map((id) => this.#listedSource(id)) } : {}),
        },
        resultSummary: summary,
        confidence,
        stepExecutionReport: reportOf(thinking, searches, findings),
      }),
    );
    this.stepsDone += 1;
  }

  /** Stores each finding by a call of its own; returns the ids of its sources. */
  async store(findings: readonly Finding[]): Promise<string[][]> {
    const stored: string[][] = [];
    for (const [index, { title, content, confidence, sources }] of findings.entries()) {
      const quotes = sources.map(({ title, quote }) => `> ${quote} (${title})`);
      const { sourceIds } = await this.transcript.call(
        "store_research",
        this.withLease({
          idempotencyKey: `${this.#uniqueStepId}-finding-${index + 1}`,
          artifactType: "finding",
          title,
          summary: title,
          confidence,
          content: [withoutCitations(content), ...quotes].join("\n\n"),
          sources: sources.map((source) => ({ ...source, retrievedAt: TODAY })),
        }),
      );
      for (const [place, id] of sourceIds.entries()) {
        this.refs.set(String(this.#sources.size + 1), id);
        const source = sources[place];
        if (source) this.#sources.set(id, source);
      }
      stored.push([...sourceIds]);
      this.artifactsStored += 1;
    }
    return stored;
  }

  /** In 0.1 ids of steps were unique; today's are so in their plan. */
  get #uniqueStepId(): string {
    return this.stepId.startsWith("step_") ? this.stepId : `${this.planId}-${this.stepId}`;
  }

  #listedSource(id: string): object {
    const source = this.#sources.get(id);
    return source ? { id, title: source.title, url: source.url } : { id };
  }
}

function claimOf({ title, confidence }: Finding, ids: readonly string[]): object {
  const strength = confidence >= 0.75 ? "well supported" : "likely";
  return { claim: `${title} [src:${ids.join(", ")}]`, strength };
}

function reportOf(thinking: string, searches: readonly string[], findings: readonly Finding[]) {
  const opened = findings.flatMap(({ sources }) => sources.slice(0, 1));
  return {
    thinking,
    webSearches: searches.map((query, index) => ({
      query,
      resultCount: 10,
      used: usedUrls(findings, index, searches.length).map((url) => ({ url, why: "primary" })),
      notUsed: "vendors and repetitions",
    })),
    webFetches: opened.map(({ url, title, quote }) => ({ url, summary: title, facts: [quote] })),
    otherToolCalls: [],
    subagents: [],
  };
}
