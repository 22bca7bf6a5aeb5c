import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { modernRequest } from "@trovella/testing/mcp-http/test-requests";

/** A write that a server has acknowledged. */
export interface Acknowledgement {
  readonly kind: "created" | "claimed" | "submitted";
  readonly planId: string;
  readonly stepId: string;
  readonly attempt: number;
  /** Part of the stored result. */
  readonly mark: string;
}

export interface FailedCall {
  readonly tool: string;
  readonly text: string;
}

export interface AgentsReport {
  readonly acknowledged: readonly Acknowledgement[];
  /** Calls that stayed without an answer, or were refused, however often they were retried. */
  readonly failed: readonly FailedCall[];
  readonly calls: number;
  /** Answers that a retry followed: how often each was seen. */
  readonly retried: ReadonlyMap<string, number>;
  /** The longest time between two acknowledgements of any agent. */
  readonly longestGapMs: number;
}

interface Settings {
  readonly agents: number;
  /** The servers there are at the moment; each call goes to any of them. */
  readonly urls: () => readonly string[];
  readonly giveUpMs?: number;
  /** Bytes of each result that cannot be compressed, to fill a disk. */
  readonly payloadBytes?: number;
}

export interface RetryingAgents {
  readonly acknowledged: readonly Acknowledgement[];
  readonly failed: readonly FailedCall[];
  readonly retried: ReadonlyMap<string, number>;
  /** Waits until so many more writes are acknowledged. */
  untilMore(count: number, withinMs?: number): Promise<void>;
  stop(): Promise<AgentsReport>;
}

const GIVE_UP_MS = 60_000;
const CALL_TIMEOUT_MS = 10_000;
const STEPS = 3;

/** Agents that each work on plans of their own and retry a call with its idempotency key until a server answers. */
export function startAgents(settings: Settings): RetryingAgents {
  const crew = new Crew(settings);
  const running = Array.from({ length: settings.agents }, (_, index) =>
    crew.work(`agent-${index}`),
  );
  return {
    acknowledged: crew.acknowledged,
    failed: crew.failed,
    retried: crew.retried,
    async untilMore(count, withinMs = GIVE_UP_MS) {
      const wanted = crew.acknowledged.length + count;
      const deadline = Date.now() + withinMs;
      while (crew.acknowledged.length < wanted) {
        if (Date.now() > deadline) {
          const [failure] = crew.failed;
          const failures = `${crew.failed.length} failed, first ${failure?.tool}: ${failure?.text}`;
          throw new Error(`No progress: ${failures}; retried: ${describeRetries(crew.retried)}.`);
        }
        await sleep(50);
      }
    },
    async stop() {
      crew.isStopping = true;
      await Promise.all(running);
      const { acknowledged, failed, calls, retried, longestGapMs } = crew;
      return { acknowledged, failed, calls, retried, longestGapMs };
    },
  };
}

export function describeRetries(retried: ReadonlyMap<string, number>): string {
  return [...retried].map(([text, count]) => `${count} × ${text}`).join(", ") || "none";
}

interface Reply {
  readonly planId?: string;
  readonly status?: string;
  readonly step?: { readonly stepId: string; readonly attempt?: number };
  readonly lease?: { readonly token: string };
}

class Crew {
  readonly acknowledged: Acknowledgement[] = [];
  readonly failed: FailedCall[] = [];
  readonly retried = new Map<string, number>();
  readonly #settings: Settings;
  #lastAt = performance.now();
  calls = 0;
  longestGapMs = 0;
  isStopping = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async work(agent: string): Promise<void> {
    while (!this.isStopping) {
      const steps = Array.from({ length: STEPS }, (_, index) => ({
        stepType: "search",
        instructions: `Search ${index + 1}.`,
      }));
      const asked = { name: agent, researchQuestion: "What is lost?", steps };
      const { planId } = (await this.#call("create_research_plan", asked)) ?? {};
      if (!planId) continue;
      this.#acknowledge({ kind: "created", planId, stepId: "", attempt: 0, mark: "" });
      for (let step = 0; step < STEPS && !this.isStopping; step += 1) {
        if (!(await this.#workOnStep(agent, planId))) break;
      }
    }
  }

  async #workOnStep(agent: string, planId: string): Promise<boolean> {
    const claim = await this.#call("get_next_step", { planId, agent });
    if (!claim?.step || !claim.lease) return false;
    const { stepId, attempt = 1 } = claim.step;
    this.#acknowledge({ kind: "claimed", planId, stepId, attempt, mark: "" });
    const mark = randomUUID();
    const payload = randomBytes(this.#settings.payloadBytes ?? 0).toString("base64");
    const done = await this.#call("submit_step_result", {
      planId,
      stepId,
      leaseToken: claim.lease.token,
      result: { mark, payload },
      stepExecutionReport: REPORT,
    });
    if (done) this.#acknowledge({ kind: "submitted", planId, stepId, attempt, mark });
    return done !== null;
  }

  #acknowledge(entry: Acknowledgement): void {
    this.acknowledged.push(entry);
    const now = performance.now();
    this.longestGapMs = Math.max(this.longestGapMs, now - this.#lastAt);
    this.#lastAt = now;
  }

  /** The reply, or null when the call failed for good. */
  async #call(tool: string, input: object): Promise<Reply | null> {
    this.calls += 1;
    const { urls, giveUpMs = GIVE_UP_MS } = this.#settings;
    const deadline = Date.now() + giveUpMs;
    const named = { ...input, idempotencyKey: randomUUID() };
    for (;;) {
      const all = urls();
      const url = all[Math.floor(Math.random() * all.length)] ?? "";
      const answer = await post(url, tool, named);
      if ("reply" in answer) return answer.reply;
      if (!answer.canRetry || Date.now() > deadline) {
        this.failed.push({ tool, text: answer.problem });
        return null;
      }
      this.retried.set(answer.problem, (this.retried.get(answer.problem) ?? 0) + 1);
      await sleep(100 + Math.random() * 200);
    }
  }
}

type Answer = { readonly reply: Reply } | { readonly problem: string; readonly canRetry: boolean };

async function post(url: string, tool: string, input: object): Promise<Answer> {
  const { headers, body } = modernRequest("tools/call", { name: tool, arguments: input });
  try {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.status !== 200) {
      return { problem: `HTTP ${response.status}`, canRetry: response.status >= 500 };
    }
    return answerOf(text);
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string };
    return { problem: cause?.code ?? name, canRetry: true };
  }
}

function answerOf(text: string): Answer {
  const json = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "{}");
  const { result, error } = JSON.parse(json);
  if (!result) return { problem: JSON.stringify(error ?? text), canRetry: false };
  const said: string = result.content?.[0]?.text ?? "";
  if (result.isError) return { problem: said, canRetry: said.startsWith("UNAVAILABLE") };
  return { reply: result.structuredContent };
}
