import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "@trovella/db";
import { Announcer, ChangeFeed, PlanWatch } from "@trovella/db/changes";
import type { Caller } from "@trovella/research";
import { databaseUrl } from "@trovella/testing/database/empty-database";
import { recordingDatabase } from "@trovella/testing/database/recording-database";
import { storedRows } from "@trovella/testing/database/stored-rows";
import {
  callerOf,
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import type { CallConnection, CallProgress } from "../calls/call-connection.ts";
import type { CallOutcome } from "../calls/call-request.ts";
import { runCall } from "../calls/run-call.ts";
import type { Services } from "../services.ts";
import { TOOLS } from "../tools/index.ts";
import { WaitingCalls } from "./waiting-calls.ts";

let server: TestServer;
let services: Services;
let feed: ChangeFeed;
let waiting: WaitingCalls;
let parts: ConstructorParameters<typeof WaitingCalls>[0];
const clock: { now: Date | null } = { now: null };
/** The statements of looks and offers since the test began. */
let looks = 0;
let reads = 0;
let onTime: () => void = () => undefined;
const problems: unknown[] = [];

beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
  const { database } = server.test;
  const onProblem = (error: unknown) => void problems.push(error);
  const announcer = new Announcer(database, onProblem);
  const name = (server.test.target as { database: string }).database;
  const directUrl = databaseUrl(inject("socketDirectory"), name);
  feed = new ChangeFeed({
    database,
    settings: { directUrl, databaseUrl: directUrl, dataDirectory: "/nowhere" },
    onProblem,
  });
  const recorded = recordingDatabase(database, ({ text }) => {
    if (text.includes("AS lease_ends_at")) looks += 1;
    else if (text.includes("FROM research_plan WHERE id = $1")) reads += 1;
  });
  const now = () => clock.now ?? new Date();
  const watch = new PlanWatch({ database: recorded, changes: feed, onProblem, now });
  parts = { database: recorded, watch, onProblem, now };
  waiting = new WaitingCalls(parts);
  services = {
    ...server.services,
    waiting,
    announce: announcer.announce.bind(announcer),
    now() {
      onTime();
      return now();
    },
  };
});
afterEach(async () => {
  clock.now = null;
  onTime = () => undefined;
  await until(() => waiting.count === 0);
  expect(problems).toEqual([]);
});
afterAll(async () => {
  feed.close();
  await server.close();
});

describe("a call that waits", () => {
  it("gets the next step as soon as a person has decided", async () => {
    const { planId, stepId, leaseToken } = await planAtReview();
    const next = call("get_next_step", { planId, waitSeconds: "50" });
    await asleep(1);
    await decide(planId, stepId, "approve");
    expect(await next).toMatchObject({ status: "step_ready", step: { stepId: "s2" } });
    expect(leaseToken).toBeTruthy();
  });

  it("answers as it would have without waiting when the time is over", async () => {
    const { planId } = await planAtReview();
    const reply = await call("get_next_step", { planId, waitSeconds: "0.3" });
    const plain = await call("get_next_step", { planId });
    expect(reply).toEqual(plain);
    expect(reply).toMatchObject({ status: "awaiting_review" });
  });

  it("is one row of the log, which has its whole duration", async () => {
    const { planId } = await planAtReview();
    await call("get_next_step", { planId, waitSeconds: 0.5 });
    const rows = await storedRows(
      server,
      "SELECT duration_ms FROM mcp_tool_call_log WHERE plan_id = $1 AND tool_name = 'get_next_step' ORDER BY created_at DESC",
      [planId],
    );
    // The first handed out the step that is under review.
    expect(rows).toHaveLength(2);
    expect(Number(rows[0]?.duration_ms)).toBeGreaterThanOrEqual(450);
  });

  it("waits at most 50 seconds, and says so", async () => {
    const { planId, stepId } = await planAtReview();
    const next = call("get_next_step", { planId, waitSeconds: 3_600 });
    await asleep(1);
    await decide(planId, stepId, "approve");
    expect(await next).toMatchObject({
      status: "step_ready",
      warnings: ["waitSeconds is at most 50, and taken as that."],
    });
  });

  it.each([-1, "soon", true])("refuses %j seconds", async (waitSeconds) => {
    const { planId } = await createPlan(server, 1);
    await expect(call("get_next_step", { planId, waitSeconds })).rejects.toThrow("waitSeconds");
  });

  it("does not wait where there is something for it", async () => {
    const { planId } = await createPlan(server, 1);
    expect(await call("get_next_step", { planId, waitSeconds: 50 })).toMatchObject({
      status: "step_ready",
    });
  });

  it("holds no connection while it waits", async () => {
    const { planId, stepId } = await planAtReview();
    const calls = Array.from({ length: 20 }, () =>
      call("get_next_step", { planId, waitSeconds: 50 }),
    );
    await asleep(20);
    await sleep(200);
    expect(server.test.database.connections.inUse).toBe(0);
    const busy = await withClient(server.test.asSuperuser, (client) =>
      client.query(
        "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'",
      ),
    );
    expect(busy.rows).toEqual([]);
    await decide(planId, stepId, "reject");
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(["plan_failed"]));
  });

  it("looks with one read for 200 calls, and wakes one of them for one freed step", async () => {
    const { planId, token } = await planOfOthers();
    const answered: object[] = [];
    const calls = Array.from({ length: 200 }, (_, index) => {
      const cancel = new AbortController();
      const input = { planId, waitSeconds: 50, agent: `agent-${index}` };
      const done = outcome("get_next_step", input, connection({ cancel })).then(
        (one) => one.kind === "reply" && answered.push(one.reply),
      );
      return { cancel, done };
    });
    await asleep(200);
    await sleep(300);
    looks = 0;
    reads = 0;
    await call("submit_step_result", {
      planId,
      stepId: "s1",
      leaseToken: token,
      result: {},
      stepExecutionReport: REPORT,
    });
    await until(() => answered.length === 1);
    await sleep(500);
    expect(answered).toMatchObject([{ status: "step_ready", step: { stepId: "s2" } }]);
    expect(looks).toBeLessThan(8);
    expect(reads).toBeLessThan(6);
    for (const { cancel } of calls) cancel.abort();
    await Promise.all(calls.map(({ done }) => done));
    expect(await attemptsOf(planId)).toEqual([1, 1]);
  });

  it("gets a step whose lease ends while it waits", async () => {
    const { planId, token } = await planOfOthers();
    expect(token).toBeTruthy();
    const held = await storedRows(
      server,
      "SELECT lease_expires_at FROM plan_step WHERE plan_id = $1 AND lease_expires_at IS NOT NULL",
      [planId],
    );
    const endsAt = held[0]?.lease_expires_at as Date;
    clock.now = new Date(endsAt.getTime() - 200);
    const next = call("get_next_step", { planId, waitSeconds: 50 });
    await asleep(1);
    clock.now = new Date(endsAt.getTime() + 1);
    expect(await next).toMatchObject({ status: "step_ready", reissued: true });
  });

  it("is repeated with its key without a second effect", async () => {
    const { planId, stepId } = await planAtReview();
    const keyed = { planId, idempotencyKey: "k" };
    const calls = [1, 2, 3].map(() => call("get_next_step", { ...keyed, waitSeconds: 50 }));
    await asleep(3);
    await decide(planId, stepId, "approve");
    const replies = await Promise.all(calls);
    expect(new Set(replies.map(({ lease }) => lease.token)).size).toBe(1);
    expect(replies.filter(({ replayed }) => replayed)).toHaveLength(2);
    // A repeated call need not wait as long.
    expect(await call("get_next_step", keyed)).toMatchObject({ replayed: true });
  });

  it("takes nothing for a caller that is gone, and leaves it to the next", async () => {
    const { planId, stepId } = await planAtReview();
    const cancel = new AbortController();
    const gone = outcome("get_next_step", { planId, waitSeconds: 50 }, connection({ cancel }));
    await asleep(1);
    const next = call("get_next_step", { planId, waitSeconds: 50, agent: "other" });
    await asleep(2);
    cancel.abort();
    expect(await gone).toMatchObject({ kind: "failure", code: "UNAVAILABLE" });
    await decide(planId, stepId, "approve");
    expect(await next).toMatchObject({ status: "step_ready" });
    expect(await attemptsOf(planId)).toEqual([1, 1]);
  });

  it("takes nothing for a caller that goes while its step is being handed out", async () => {
    const { planId, stepId } = await planAtReview();
    const cancel = new AbortController();
    const gone = outcome("get_next_step", { planId, waitSeconds: 50 }, connection({ cancel }));
    await asleep(1);
    await server.call("submit_user_decision", { planId, stepId, decision: "approve" });
    // Deciding reads the time, after the lock of the plan was taken.
    onTime = () => cancel.abort();
    services.announce({ organizationId: "org_a", topics: ["review"] });
    expect(await gone).toMatchObject({ kind: "failure", code: "UNAVAILABLE" });
    expect(cancel.signal.aborted).toBe(true);
    expect(await attemptsOf(planId)).toEqual([1, 0]);
  });

  it("hands out nothing to a caller whose credential counts no more", async () => {
    const { planId, stepId } = await planAtReview();
    const isStillAuthorized = () => Promise.resolve(false);
    const given = { ...connection({}), isStillAuthorized };
    const refused = outcome("get_next_step", { planId, waitSeconds: 50 }, given);
    await asleep(1);
    await decide(planId, stepId, "approve");
    expect(await refused).toMatchObject({ kind: "failure", code: "FORBIDDEN" });
    expect(await attemptsOf(planId)).toEqual([1, 0]);
  });

  it("reports progress at once", async () => {
    const { planId } = await planAtReview();
    const reported: CallProgress[] = [];
    const report = (progress: CallProgress) => void reported.push(progress);
    await outcome("get_next_step", { planId, waitSeconds: 0.3 }, { ...connection({}), report });
    expect(reported).toMatchObject([{ total: 0.3, message: "Waiting for a person's decision" }]);
  });
});

describe("a request for review that waits", () => {
  it("replies with the decision, and keeps it as the reply to its key", async () => {
    const { planId } = await createPlan(server, 2);
    const { step, lease } = await call("get_next_step", { planId });
    const review = {
      planId,
      stepId: step.stepId,
      leaseToken: lease.token,
      summary: "Two options.",
      idempotencyKey: "review",
    };
    const asked = call("request_user_review", { ...review, waitSeconds: 50 });
    await asleep(1);
    await decide(planId, step.stepId, "modify");
    expect(await asked).toMatchObject({ status: "decided", decision: "modify" });
    expect(await call("request_user_review", review)).toMatchObject({
      status: "decided",
      replayed: true,
    });
    await services.log.flush();
    const rows = await storedRows(
      server,
      "SELECT response_metadata->>'status' AS status FROM mcp_tool_call_log WHERE plan_id = $1 AND tool_name = 'request_user_review'",
      [planId],
    );
    expect(rows).toEqual([{ status: "decided" }, { status: "decided" }]);
  });

  it("is not woken by what happens to other steps, and answers in the end as it would have", async () => {
    const { planId } = await createPlan(server, 2);
    const first = await call("get_next_step", { planId, agent: "a" });
    const second = await call("get_next_step", { planId, agent: "b" });
    const asked = call("request_user_review", {
      planId,
      stepId: first.step.stepId,
      leaseToken: first.lease.token,
      summary: "Two options.",
      waitSeconds: 1,
    });
    await asleep(1);
    await call("submit_step_result", {
      planId,
      stepId: second.step.stepId,
      leaseToken: second.lease.token,
      result: {},
      stepExecutionReport: REPORT,
    });
    await sleep(300);
    expect(waiting.count).toBe(1);
    expect(await asked).toMatchObject({ status: "awaiting_review" });
  });
});

describe("waiting calls", () => {
  it("beyond the share of a person or an organization are refused before they have any effect", async () => {
    const { planId, stepId } = await planAtReview();
    const shares = { perPerson: 2, perOrganization: 3, perProcess: 4 };
    const limited = { ...services, waiting: new WaitingCalls({ ...parts, shares }) };
    const wait = (userId: string) =>
      outcome("get_next_step", { planId, waitSeconds: 50 }, undefined, {
        caller: { ...callerOf("org_a"), userId },
        using: limited,
      });
    const waits = ["ada", "ada", "bob"].map(wait);
    await until(() => limited.waiting.asleepCount === 3);
    const refused = await Promise.all(Array.from({ length: 1_000 }, () => wait("ada")));
    refused.push(await wait("bob"), await wait("eve"));
    for (const one of refused) expect(one).toMatchObject({ code: "RATE_LIMITED" });
    expect(refused.at(-1)).toMatchObject({ text: expect.stringContaining("of your organization") });
    await decide(planId, stepId, "reject");
    for (const one of await Promise.all(waits)) expect(one).toMatchObject({ kind: "reply" });
    expect(limited.waiting.count).toBe(0);
  });

  it("of the same plan get nothing of another organization", async () => {
    const { planId } = await planAtReview();
    const foreign = outcome("get_next_step", { planId, waitSeconds: 50 }, undefined, {
      caller: callerOf("org_b"),
    });
    expect(await foreign).toMatchObject({ kind: "failure", code: "NOT_FOUND" });
  });

  it("are answered at once when the server stops, and later ones do not wait", async () => {
    const { planId } = await planAtReview();
    const calls = [1, 2, 3].map(() => call("get_next_step", { planId, waitSeconds: 50 }));
    await asleep(3);
    waiting.close();
    for (const reply of await Promise.all(calls)) {
      expect(reply).toMatchObject({ status: "awaiting_review" });
    }
    expect(await call("get_next_step", { planId, waitSeconds: 50 })).toMatchObject({
      status: "awaiting_review",
    });
  });
});

async function planAtReview() {
  const { planId } = await createPlan(server, 2);
  const { step, lease } = await call("get_next_step", { planId });
  await call("request_user_review", {
    planId,
    stepId: step.stepId,
    leaseToken: lease.token,
    summary: "Two options.",
  });
  return { planId, stepId: step.stepId as string, leaseToken: lease.token as string };
}

/** A plan whose second step waits for the first, which somebody else holds. */
async function planOfOthers() {
  const steps = [1, 2].map((order) => ({
    stepType: "search",
    instructions: "Search.",
    dependsOn: order === 1 ? [] : [1],
  }));
  const { planId } = await createPlan(server, 2, { steps });
  const { lease } = await call("get_next_step", { planId, agent: "holder" });
  return { planId: planId as string, token: lease.token as string };
}

function decide(planId: string, stepId: string, decision: string) {
  const feedback = decision === "modify" ? { feedback: "Look again." } : {};
  return call("submit_user_decision", { planId, stepId, decision, ...feedback });
}

async function attemptsOf(planId: string): Promise<number[]> {
  const rows = await storedRows(
    server,
    "SELECT attempt FROM plan_step WHERE plan_id = $1 ORDER BY step_order",
    [planId],
  );
  return rows.map(({ attempt }) => Number(attempt));
}

function connection({ cancel = new AbortController() }): CallConnection {
  return { requestId: 1, signal: cancel.signal, isCancelledApart: true, report: null };
}

function outcome(
  name: string,
  input: object,
  given?: CallConnection,
  { caller = callerOf("org_a"), using = services }: { caller?: Caller; using?: Services } = {},
): Promise<CallOutcome> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const client = { name: "test", version: "1" };
  return runCall(using, {
    tool,
    input,
    caller,
    client,
    ...(given ? { connection: given } : {}),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape.
async function call(name: string, input: object, given?: CallConnection): Promise<any> {
  const done = await outcome(name, input, given);
  if (done.kind !== "reply") throw new Error(done.kind === "failure" ? done.text : done.kind);
  return done.reply;
}

async function asleep(count: number): Promise<void> {
  await until(() => waiting.asleepCount === count);
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10);
}
