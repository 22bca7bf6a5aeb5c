import { type Database, openDatabase } from "@trovella/db";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { divergencesOf } from "../proof/history/check.ts";
import { inProcess, LOCAL_CALLER, movableClock } from "../proof/history/drivers.ts";
import { changedReplies } from "../proof/history/falsify.ts";
import { readHistory } from "../proof/history/log.ts";
import type { History, Json, RecordedCall } from "../proof/history/record.ts";
import type { Span } from "../proof/history/spans.ts";
import { testDirectory } from "./support/test-directory.ts";

// The history checker infers renewed leases from replies; these are the ambiguous cases.

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ dataDirectory: testDirectory() });
  await prepareLocalIdentity(database);
});
afterAll(() => database.close());

describe("a plan that failed while an agent held a step", () => {
  let history: History;
  beforeAll(async () => {
    history = await recordFailedPlan();
  });

  it("keeps the last heartbeat when the lease ends", () => {
    expect(lastReply(history)).toMatchObject({ status: "failed", stalled: false });
    expect(divergencesOf(history)).toEqual([]);
  });

  it("cannot have been answered otherwise", () => {
    expect(unnoticed(history)).toEqual([]);
  });
});

describe("a lease renewed at an unknown time", () => {
  let recorded: History;
  let history: History;
  beforeAll(async () => {
    recorded = await recordTwoThresholds();
    history = withRenewal(recorded, { fromMs: -80_000, toMs: 29_000 });
  });

  it("may be stalled by one threshold and not by the other", () => {
    expect(lastReply(history)).toMatchObject({ status: "executing", stalled: true });
    expect(divergencesOf(history)).toEqual([]);
  });

  it("cannot have been answered otherwise", () => {
    expect(unnoticed(history)).toEqual([]);
  });

  it.each([
    ["early", { fromMs: -80_000, toMs: -35_000 }],
    ["late", { fromMs: 25_000, toMs: 29_000 }],
  ])("cannot have been renewed too %s for the reply", (_when, span) => {
    const [problem] = divergencesOf(withRenewal(recorded, span));
    expect(problem).toContain("get_plan_status");
  });
});

/**
 * One of two holders sends a heartbeat, the other's step is rejected: the first one's step stays in
 * progress without a lease. Judged by its start it would be stalled at the end, by its heartbeat it is
 * not.
 */
async function recordFailedPlan(): Promise<History> {
  const { say, clock, finish } = recorder();
  const planId = await say("create_research_plan", planOf(2)).then((reply) => reply.planId);
  const stepId = stepOf(await say("get_next_step", { planId, agent: "holder" }));
  const rejected = stepOf(await say("get_next_step", { planId, agent: "other" }));
  await clock.pass(40_000);
  await say("get_step_context", { planId, stepId });
  await say("request_user_review", { planId, stepId: rejected, summary: "Go on?" });
  await say("submit_user_decision", { planId, stepId: rejected, decision: "reject" });
  await clock.pass(40_000);
  await say("get_plan_status", { planId });
  return finish(String(planId));
}

/** Renewed half a minute ago: not stalled by the plan's threshold of a minute, but by the requested tenth. */
async function recordTwoThresholds(): Promise<History> {
  const { say, clock, finish } = recorder();
  const planId = await say("create_research_plan", planOf(1)).then((reply) => reply.planId);
  const taken = await say("get_next_step", { planId });
  const { token: leaseToken } = taken.lease as { token: string };
  await clock.pass(90_000);
  await say("get_step_context", { planId, stepId: stepOf(taken), leaseToken });
  await clock.pass(30_000);
  await say("get_plan_status", { planId, stallThresholdMinutes: 0.1 });
  return finish(String(planId));
}

/** The history with the renewal time only known as this span, relative to the actual time. */
function withRenewal(history: History, { fromMs, toMs }: Span): History {
  return {
    ...history,
    calls: history.calls.map((call) => {
      if (call.tool !== "get_step_context") return call;
      const started = { ...call.started, clockMs: call.started.clockMs + fromMs };
      const ended = { ...call.ended, clockMs: call.started.clockMs + toMs };
      return { ...call, decidedMs: null, started, ended };
    }),
  };
}

/** Calls tools sequentially and records what agents would have seen. */
function recorder() {
  const clock = movableClock();
  const line = inProcess(database).line(clock);
  const calls: RecordedCall[] = [];
  const moment = () => ({ order: performance.now(), clockMs: clock.nowMs() });
  return {
    clock,
    async say(tool: string, given: Json): Promise<Json> {
      const id = `call-${calls.length + 1}`;
      const input = { ...given, sessionId: id };
      const started = moment();
      const sent = await line.send(tool, input);
      const { consoleUrl } = line;
      calls.push({ id, agent: 0, tool, input, consoleUrl, started, ended: moment(), ...sent });
      if (!sent.answer.reply) throw new Error(sent.answer.refusal.text);
      return sent.answer.reply;
    },
    async finish(planId: string): Promise<History> {
      return readHistory(database, LOCAL_CALLER.tenant, { planId, calls });
    },
  };
}

function planOf(stepCount: number): Json {
  return {
    name: "Leases",
    researchQuestion: "Who was at work?",
    steps: Array.from({ length: stepCount }, () => ({ stepType: "search", instructions: "Look." })),
    stallThresholdMinutes: 1,
  };
}

function stepOf({ step }: Json): string {
  return (step as { stepId: string }).stepId;
}

function lastReply({ calls }: History): Json | null | undefined {
  return calls.at(-1)?.answer.reply;
}

function unnoticed(history: History): string[] {
  return changedReplies(history)
    .filter((one) => divergencesOf(one.history).length === 0)
    .map(({ what }) => what);
}
