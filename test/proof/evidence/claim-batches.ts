import { setTimeout as sleep } from "node:timers/promises";
import { type McpClient, REPORT } from "@trovella/testing/mcp/mcp-client";
import type { Case } from "./cases.ts";
import type { SitePage } from "./site.ts";

/** A claim as replies show it. */
export interface Judged {
  readonly claimId: string;
  readonly status: string;
  readonly level: number;
  readonly problems?: readonly {
    readonly code: string;
    /** Left out, as the closest passage is, where a call has many claims. */
    readonly message?: string;
    readonly closest?: string;
  }[];
}

const CLAIMS_PER_CALL = 50;
/** So few that the reply has room for all that is to be said of them. */
const CLAIMS_IN_DETAIL = 5;
const SOURCES_PER_CALL = 100;
const CLAIMS_PER_FINDING = 20;
const POLL_MS = 250;

/** A plan to which an assistant adds sources and claims. */
export class ClaimPlan {
  private readonly client: McpClient;
  private readonly step: { planId: string; stepId: string; leaseToken: string };
  /** By URL, as the plan cites it. */
  private readonly refs = new Map<string, string>();
  private readonly handles = new Map<Case, string>();

  private constructor(client: McpClient, step: ClaimPlan["step"]) {
    this.client = client;
    this.step = step;
  }

  static async create(client: McpClient, name: string): Promise<ClaimPlan> {
    const { planId, nextStep } = await client.call<Created>("create_research_plan", {
      name: `[Deep] ${name}`,
      researchQuestion: "What do the sources say?",
      steps: ["search", "synthesize"].map((stepType) => ({
        stepType,
        instructions: "Find out what the sources say, and record it with quotes.",
      })),
      start: true,
    });
    const { step, lease } = nextStep;
    return new ClaimPlan(client, { planId, stepId: step.stepId, leaseToken: lease.token });
  }

  async storeSources(sources: readonly { url: string; text?: string }[]): Promise<void> {
    for (const some of batches(sources, SOURCES_PER_CALL)) {
      const { sources: stored } = await this.client.call<Stored>("store_research", {
        planId: this.step.planId,
        artifactType: "source",
        title: "Sources",
        content: "Pages that were looked at.",
        sources: some.map(({ url, text }) => ({
          url,
          title: titleOf(url),
          ...(text === undefined ? {} : { text }),
        })),
      });
      for (const { ref, title } of stored) this.refs.set(title, String(ref));
    }
  }

  /** The pages of these claims, each once. */
  async storePagesOf(cases: readonly Case[]): Promise<void> {
    await this.storeSources(pagesOf(cases).map(sourceOf));
  }

  async record(cases: readonly Case[]): Promise<Map<Case, Judged>> {
    const judged = new Map<Case, Judged>();
    for (const some of batches(cases, CLAIMS_PER_CALL)) {
      const claims = some.map((one) => ({
        ...this.claimOf(one),
        evidence: one.evidence.map(({ page, quote, stance }) => ({
          sourceId: this.refOf(page.url),
          quote,
          ...(stance ? { stance } : {}),
        })),
      }));
      const reply = await this.recordClaims(claims);
      this.keep(some, reply, judged);
    }
    return judged;
  }

  /** One claim about each of these sources. */
  async recordUrls(urls: readonly string[]): Promise<Judged[]> {
    const judged: Judged[] = [];
    for (const some of batches(urls, CLAIMS_PER_CALL)) {
      const claims = some.map((url) => ({
        statement: `The page ${inLetters(judged.length + some.indexOf(url))} shows the inside of the network.`,
        evidence: [{ sourceId: this.refOf(url), quote: "The inside of the network is shown here" }],
      }));
      judged.push(...(await this.recordClaims(claims)));
    }
    return judged;
  }

  /** Hands in the step with claims whose sources come in the same call. */
  async submitWithFindings(cases: readonly Case[]): Promise<Map<Case, Judged>> {
    const findings = batches(cases, CLAIMS_PER_FINDING).map((some) => {
      const pages = pagesOf(some);
      return {
        title: "Findings with claims",
        content: "What the pages say.",
        sources: pages.map(sourceOf).map(({ url }) => ({ url, title: titleOf(url) })),
        claims: some.map((one) => ({
          ...this.claimOf(one),
          evidence: one.evidence.map(({ page, quote }) => ({
            source: pages.indexOf(page) + 1,
            quote,
          })),
        })),
      };
    });
    const { claims } = await this.client.call<{ claims: Judged[] }>("submit_step_result", {
      ...this.step,
      result: { done: true },
      stepExecutionReport: REPORT,
      findings,
    });
    const judged = new Map<Case, Judged>();
    this.keep(cases, claims, judged);
    return judged;
  }

  /** The same claims again, as they stand by now, in detail: nothing of them is amended. */
  async judgeAgain(cases: readonly Case[]): Promise<Map<Case, Judged>> {
    const judged = new Map<Case, Judged>();
    for (const some of batches(cases, CLAIMS_IN_DETAIL)) {
      const claims = some.map((one) => ({ claimId: this.handleOf(one) }));
      this.keep(some, await this.recordClaims(claims), judged);
    }
    return judged;
  }

  async judgeHandlesAgain(judged: readonly Judged[]): Promise<Judged[]> {
    const all: Judged[] = [];
    for (const some of batches(judged, CLAIMS_IN_DETAIL)) {
      all.push(...(await this.recordClaims(some.map(({ claimId }) => ({ claimId })))));
    }
    return all;
  }

  /** The statuses of all claims as the next step is told, once those that wait for a page were judged. */
  async statuses(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    let cursor: string | null = null;
    do {
      const { planId, stepId } = this.step;
      const reply: ContextReply = await this.client.call<ContextReply>("get_step_context", {
        planId,
        stepId,
        maxChars: 40_000,
        ...(cursor ? { cursor } : {}),
      });
      for (const { claimId, status } of reply.claims ?? []) found.set(claimId, status);
      cursor = reply.nextCursor;
    } while (cursor);
    return found;
  }

  /** How many of these claims still wait for a page when time is up, of those that should not: they are judged by themselves. */
  async untilJudged(cases: readonly Case[], timeoutMs: number): Promise<number> {
    const until = performance.now() + timeoutMs;
    const judged = cases.filter(({ expected }) => expected.status !== "unchecked");
    for (;;) {
      const statuses = await this.statuses();
      const waiting = judged.filter((one) => statuses.get(this.handleOf(one)) === "unchecked");
      if (waiting.length === 0 || performance.now() > until) return waiting.length;
      await sleep(POLL_MS);
    }
  }

  private claimOf({ statement, isDisputed, restsOn }: Case) {
    return {
      statement,
      ...(isDisputed ? { disputed: true } : {}),
      ...(restsOn ? { restsOn: restsOn.map((one) => this.handleOf(one)) } : {}),
    };
  }

  private async recordClaims(claims: readonly object[]): Promise<Judged[]> {
    const { planId } = this.step;
    const reply = await this.client.call<{ claims: Judged[] }>("record_claims", { planId, claims });
    return reply.claims;
  }

  private keep(cases: readonly Case[], reply: readonly Judged[], into: Map<Case, Judged>): void {
    cases.forEach((one, index) => {
      const claim = reply[index];
      if (!claim) throw new Error("the reply has fewer claims than were recorded");
      this.handles.set(one, claim.claimId);
      into.set(one, claim);
    });
  }

  private handleOf(one: Case): string {
    const handle = this.handles.get(one);
    if (!handle) throw new Error(`a claim of kind ${one.kind} was not recorded`);
    return handle;
  }

  private refOf(url: string): string {
    const ref = this.refs.get(titleOf(url));
    if (!ref) throw new Error(`${url} was not stored`);
    return ref;
  }
}

interface Created {
  readonly planId: string;
  readonly nextStep: { readonly step: { stepId: string }; readonly lease: { token: string } };
}

interface Stored {
  readonly sources: { readonly ref: number | string; readonly title: string }[];
}

interface ContextReply {
  readonly claims?: { readonly claimId: string; readonly status: string }[];
  readonly nextCursor: string | null;
}

/** Unlike the URL, a reply shows it as it was given. */
function titleOf(url: string): string {
  return `Page at ${url}`;
}

function sourceOf({ url, handedOver }: SitePage): { url: string; text?: string } {
  return handedOver === undefined ? { url } : { url, text: handedOver };
}

function pagesOf(cases: readonly Case[]): SitePage[] {
  return [...new Set(cases.flatMap(({ evidence }) => evidence.map(({ page }) => page)))];
}

/** Statements that differ by a figure would contradict each other. */
function inLetters(number: number): string {
  return String(number).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
}

function batches<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}
