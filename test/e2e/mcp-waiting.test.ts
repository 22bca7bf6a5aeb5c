import { setTimeout as sleep } from "node:timers/promises";
import { connectHttp, connectStdio, type Reply } from "@trovella/testing/mcp/mcp-client";
import { describe, expect, it, onTestFinished } from "vitest";
import { Actor } from "./checkpoints/actor.ts";
import { serve, WAYS } from "./support/mcp-connections.ts";
import { type PlanHandle, type Trovella, useTrovella } from "./support/mcp-support.ts";
import { testDirectory } from "./support/test-directory.ts";
import { startServing } from "./support/trovella-process.ts";

describe.each(WAYS)("a call that waits over $transport in $era", (way) => {
  const trovella = useTrovella(way);

  it("goes on when a person decides elsewhere, and reports progress meanwhile", async () => {
    const { plan } = await planAtReview(trovella);
    const { reply, isWaiting } = wait(trovella, plan);
    await isWaiting;
    await decide(plan, "approve");
    expect(await reply).toMatchObject({ status: "step_ready", step: { stepId: "s2" } });
  });

  it("of a review has the decision in its reply", async () => {
    const plan = await trovella.createPlan(2);
    const step = await trovella.nextStep(plan);
    const reply = trovella.requestReview(step, { waitSeconds: 50 });
    await until(async () => (await trovella.status(plan)).status === "awaiting_review");
    await decide(plan, "approve");
    expect(await reply).toMatchObject({ status: "decided", decision: "approve" });
  });

  it("takes no step once it is cancelled", async () => {
    const { plan } = await planAtReview(trovella);
    const cancel = new AbortController();
    const { reply, isWaiting } = wait(trovella, plan, cancel.signal);
    const ended = reply.then(
      () => "answered",
      () => "cancelled",
    );
    await isWaiting;
    cancel.abort();
    expect(await ended).toBe("cancelled");
    // The server may learn of it a moment later.
    await sleep(300);
    await decide(plan, "approve");
    await sleep(300);
    const { step } = await trovella.nextReply(plan, { agent: "other" });
    expect(step).toMatchObject({ stepId: "s2" });
    expect(step).not.toHaveProperty("attempt");
  });

  const canSubscribe = way.transport === "stdio" || way.era === "2026-07-28";
  it(`${canSubscribe ? "hears of" : "is not offered to hear of"} changes of a plan`, async () => {
    const { client } = trovella;
    const offered = client.getServerCapabilities()?.resources?.subscribe ?? false;
    expect(offered).toBe(canSubscribe);
    if (!canSubscribe) return;
    const [plan, other] = [await trovella.createPlan(1), await trovella.createPlan(1)];
    const uri = `trovella://plans/${plan.planId}`;
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
      heard.push(params.uri);
    });
    const end = await subscribe(trovella, uri);
    await sleep(300);
    await trovella.nextStep(other);
    await trovella.nextStep(plan);
    await until(async () => heard.length > 0);
    expect(heard).toEqual([uri]);
    await end();
    await trovella.nextStep(await trovella.createPlan(1));
    await trovella.status(plan);
    expect(heard).toEqual([uri]);
  });
});

describe("waiting calls of a server that stops", () => {
  it("are answered over HTTP, and do not hold up the stop", async () => {
    const server = await startServing();
    const { call, close } = await connectHttp(server.url);
    onTestFinished(close);
    const planId = await reviewedPlan(call);
    const replies = [1, 2, 3].map(() => call("get_next_step", { planId, waitSeconds: 50 }));
    await sleep(500);
    server.child.kill("SIGTERM");
    for (const reply of await Promise.all(replies)) {
      expect(reply).toMatchObject({ status: "awaiting_review" });
      expect(reply.next).toContain("waitSeconds: 50");
    }
    expect(await server.ended).toBe(0);
    expect(server.output.stderr).not.toContain("cut off");
  });

  it("are answered over stdio", async () => {
    const { call, pid, close } = await connectStdio({
      TROVELLA_DATA_DIR: testDirectory(),
    });
    onTestFinished(close);
    const planId = await reviewedPlan(call);
    const reply = call("get_next_step", { planId, waitSeconds: 50 });
    await sleep(500);
    process.kill(pid ?? 0, "SIGTERM");
    expect(await reply).toMatchObject({ status: "awaiting_review" });
  });

  it("end with their client over stdio", async () => {
    const { call, pid, close } = await connectStdio({
      TROVELLA_DATA_DIR: testDirectory(),
    });
    const planId = await reviewedPlan(call);
    const reply = call("get_next_step", { planId, waitSeconds: 50 }).catch(() => "ended");
    await sleep(500);
    await close();
    expect(await reply).toBe("ended");
    await until(async () => !isRunning(pid ?? 0));
  });
});

/** A plan whose first step waits for a person and whose second comes after it. */
async function planAtReview(trovella: Trovella) {
  const plan = await trovella.createPlan(2);
  await trovella.requestReview(await trovella.nextStep(plan));
  return { plan };
}

/** Waits as a client that shows its user progress; `isWaiting` resolves with the first notification. */
function wait({ client }: Trovella, { planId }: PlanHandle, signal?: AbortSignal) {
  let onprogress = () => undefined as unknown;
  const isWaiting = new Promise((resolve) => {
    onprogress = () => resolve(undefined);
  });
  const params = { name: "get_next_step", arguments: { planId, waitSeconds: 50 } };
  const reply = client
    .callTool(params, { onprogress, ...(signal ? { signal } : {}) })
    .then(({ structuredContent }) => structuredContent as Reply);
  return { reply, isWaiting };
}

/** Decides as a program of the console's API, in the server that all tests share. */
async function decide(plan: PlanHandle, decision: string): Promise<void> {
  const { url } = await serve();
  const verdict = { planId: plan.planId, stepId: plan.step(1), expectedAttempt: 1, decision };
  const { outcome } = await new Actor(url).procedure("review.decide", verdict);
  expect(outcome).toBe("done");
}

async function subscribe({ client, way }: Trovella, uri: string): Promise<() => Promise<unknown>> {
  if (way.era === "2026-07-28") {
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [uri] });
    return () => subscription.close();
  }
  await client.subscribeResource({ uri });
  await expect(client.subscribeResource({ uri: `${uri}x` })).rejects.toThrow();
  return () => client.unsubscribeResource({ uri });
}

type Call = (name: string, input: object) => Promise<Reply>;

async function reviewedPlan(call: Call): Promise<unknown> {
  const steps = [{ stepType: "search", instructions: "Search." }];
  const plan = { name: "[Scan] Stop", researchQuestion: "Who waits?", steps };
  const { planId } = await call("create_research_plan", plan);
  const { step, lease } = (await call("get_next_step", { planId })) as {
    step: { stepId: string };
    lease: { token: string };
  };
  const review = { stepId: step.stepId, leaseToken: lease.token, summary: "Two options." };
  await call("request_user_review", { planId, ...review });
  return planId;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(20);
}
