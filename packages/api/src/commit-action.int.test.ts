import { apiCaller, createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createCaller } from "./index.ts";

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  api = createTestApi(server.test.database);
});
afterAll(() => server.close());

const plans = () => api.as("org_a").researchPlan;

describe("people act on plans", () => {
  it("R37 cancel one: assistants are told why, lists and counts show it, and nobody is told that it failed", async () => {
    const { planId } = await createPlan(server, 3);
    const { lease } = await server.call("get_next_step", { planId });
    const before = await plans().healthSummary();
    const reply = await plans().cancel({ planId, reason: "Not needed any more" });
    expect(reply).toMatchObject({ planStatus: "failed", activity: "cancelled", isChanged: true });

    const late = server.call("submit_step_result", {
      planId,
      stepId: "s1",
      leaseToken: lease.token,
      result: { late: true },
      stepExecutionReport: { thinking: "Some." },
    });
    await expect(late).rejects.toThrow(
      "PLAN_CLOSED: A person cancelled this plan: Not needed any more.",
    );
    const status = await server.call("get_plan_status", { planId });
    expect(status).toMatchObject({ status: "failed", activity: "cancelled" });
    expect(status.next).toContain("A person cancelled this plan: Not needed any more.");
    const next = await server.call("get_next_step", { planId });
    expect(next).toMatchObject({ status: "plan_failed", reason: "Not needed any more" });
    const active = await server.call("list_active_plans", {});
    expect(JSON.stringify(active)).not.toContain(planId);
    const context = await server.call("get_research_context", { planId });
    expect(context.plan).toMatchObject({ cancelled: true, failureReason: "Not needed any more" });

    const after = await plans().healthSummary();
    expect(after.byActivity.cancelled).toBe(before.byActivity.cancelled + 1);
    expect(after.byActivity.failed).toBe(before.byActivity.failed);
    expect(after.inbox.failed).toBe(before.inbox.failed);
    expect(await idsOf({ status: ["cancelled"] })).toContain(planId);
    expect(await idsOf({ status: ["failed"] })).not.toContain(planId);
    const { events } = await plans().events({ planId });
    expect(events.find(({ action }) => action === "plan_cancelled")).toMatchObject({
      actorVia: "console",
      actorUserId: "usr_org_a",
    });
  });

  it("R37 archive and restore one, which lists leave out unless asked, and counts agree", async () => {
    const { planId } = await createPlan(server, 1);
    await expect(plans().archive({ planId })).rejects.toThrow("Only a plan that has ended");
    await plans().cancel({ planId });
    const before = await plans().healthSummary();
    expect(await plans().archive({ planId })).toMatchObject({ activity: "archived" });
    const archived = await plans().healthSummary();
    expect(archived.byActivity.archived).toBe(before.byActivity.archived + 1);
    expect(archived.byActivity.cancelled).toBe(before.byActivity.cancelled - 1);
    expect(await idsOf({})).not.toContain(planId);
    expect(await idsOf({ status: ["archived"] })).toContain(planId);
    expect(await plans().archive({ planId })).toMatchObject({ isChanged: false });
    await plans().restore({ planId });
    expect(await idsOf({})).toContain(planId);
  });

  it("R37 rename, tag and find one by a tag", async () => {
    const { planId } = await createPlan(server, 1);
    await plans().rename({ planId, name: "  Tea, renamed " });
    await plans().setTags({ planId, tags: ["Green Tea", "#green tea", "EU"] });
    const { plan } = await plans().detail({ planId });
    expect(plan).toMatchObject({ name: "Tea, renamed", tags: ["green tea", "eu"] });
    expect(await idsOf({ tag: "Green  tea" })).toEqual([planId]);
    await plans().setTags({ planId, tags: [] });
    expect(await idsOf({ tag: "green tea" })).toEqual([]);
  });

  it("R37 change steps that have not begun, while an assistant works on others", async () => {
    const { planId } = await createPlan(server, 3);
    const seen = await version(planId);
    await server.call("get_next_step", { planId });
    const change = await plans().modify({
      planId,
      expectedVersion: seen,
      action: "edit_step",
      stepId: "s2",
      stepType: "analyze",
      instructions: "Compare.",
    });
    expect(change.isChanged).toBe(true);
    await plans().modify({ planId, action: "skip_step", stepId: "s3", reason: "Known." });
    await plans().askForCheckpoint({ planId });
    const { steps } = await plans().detail({ planId });
    expect(steps.map(({ type, status }) => `${type} ${status}`)).toEqual([
      "search in_progress",
      "checkpoint pending",
      "analyze pending",
      "search skipped",
    ]);
    const refused = plans().modify({ planId, action: "remove_step", stepId: "s1" });
    await expect(refused).rejects.toThrow(/not in a state that allows this any more\. Next: look/);
  });

  it("R37 name a conflict between two people", async () => {
    const { planId } = await createPlan(server, 2);
    const expectedVersion = await version(planId);
    await plans().modify({ planId, action: "remove_step", stepId: "s2" });
    const second = plans().modify({
      planId,
      expectedVersion,
      action: "add_steps",
      steps: [{ stepType: "search", instructions: "More." }],
    });
    await expect(second).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(
        /changed this plan since you opened it: a step was removed\. Next: /,
      ),
      cause: {
        details: { planVersion: expectedVersion + 1, changes: [{ action: "step_removed" }] },
      },
    });
    // A new name has nothing to do with it.
    await plans().rename({ planId, expectedVersion, name: "Tea" });
  });

  it("R37 are people: neither a token, nor a page without the PIN, nor a reader", async () => {
    const { planId } = await createPlan(server, 1);
    const { services } = api;
    const as = (caller: object) =>
      createCaller({ services, caller: { ...apiCaller("org_a"), ...caller } }).researchPlan;
    const program = as({ isPerson: false, browserSessionId: null });
    const locked = as({ isPerson: false, browserSessionId: "session" });
    const reader = api.as("org_a", ["read"]).researchPlan;
    for (const [caller, words] of [
      [program, "Only a person may change a plan in this way"],
      [locked, "review PIN"],
      [reader, "the right to write"],
    ] as const) {
      await expect(caller.cancel({ planId })).rejects.toThrow(words);
      await expect(caller.rename({ planId, name: "Mine" })).rejects.toThrow(words);
    }
    const writer = api.as("org_a", ["read", "write"]).researchPlan;
    await plans().askForCheckpoint({ planId });
    const { steps } = await plans().detail({ planId });
    const stepId = steps[0]?.id ?? "";
    const skipped = writer.modify({ planId, action: "skip_step", stepId });
    await expect(skipped).rejects.toThrow("needs the right to review");
    const foreign = api.as("org_b").researchPlan.cancel({ planId });
    await expect(foreign).rejects.toThrow("There is no such plan");
  });
});

async function idsOf(filter: Parameters<ReturnType<typeof plans>["list"]>[0]) {
  const { plans: found } = await plans().list(filter);
  return found.map(({ id }) => id);
}

async function version(planId: string): Promise<number> {
  return (await plans().detail({ planId })).plan.version;
}
