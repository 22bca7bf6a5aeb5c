import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const clock: { now: Date } = { now: new Date("2026-03-01T08:00:00.000Z") };
let server: TestServer;
let api: TestApi;
const stored: string[] = [];
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"), clock);
  api = createTestApi(server.test.database, {
    now: () => clock.now,
    onStored: ({ organizationId }) => stored.push(organizationId),
  });
});
afterAll(() => server.close());

describe("the document of a plan in the console", () => {
  it("is composed on demand, once, and says who wrote it", async () => {
    const planId = await planWithFinding();
    const composed = await api.as("org_a").output.compose({ planId });
    expect(composed).toMatchObject({ version: 1, origin: "server", isDraft: true, isNew: true });
    expect(stored).toEqual(["org_a"]);
    const again = await api.as("org_a").output.compose({ planId });
    expect(again).toMatchObject({ id: composed.id, isNew: false });
    expect((await api.as("org_a").output.list({ planId })).outputs).toMatchObject([
      { id: composed.id, origin: "server" },
    ]);
    expect(await api.as("org_a").output.detail({ outputId: composed.id })).toMatchObject({
      origin: "server",
      versions: [{ origin: "server" }],
    });
  });

  it("is refused where nothing is stored, and to those who may not write", async () => {
    const { planId } = await createPlan(server, 1);
    await expect(api.as("org_a").output.compose({ planId })).rejects.toThrow("Nothing is stored");
    const reader = api.as("org_a", ["read"]).output;
    await expect(reader.compose({ planId })).rejects.toThrow("the right to write");
    await expect(api.as("org_b").output.compose({ planId })).rejects.toThrow("no such plan");
  });

  it("is there when a closed plan is opened in time, unless by a viewer", async () => {
    const planId = await planWithFinding();
    const { step } = await server.call("get_next_step", { planId });
    await server.call("modify_plan", {
      planId,
      action: "fail_step",
      stepId: step.stepId,
      reason: "The site was down.",
      modificationRationale: "No other source.",
    });
    clock.now = new Date(clock.now.getTime() + 31 * 60_000);
    const seen = await api.as("org_a", ["read"]).researchPlan.detail({ planId });
    expect(seen.counts.outputs).toBe(0);
    await api.as("org_a").researchPlan.detail({ planId });
    const { outputs } = await api.as("org_a").output.list({ planId });
    expect(outputs).toMatchObject([{ origin: "server", isDraft: false }]);
  });
});

async function planWithFinding(): Promise<string> {
  const { planId } = await createPlan(server, 1);
  await server.call("store_research", {
    planId,
    artifactType: "finding",
    title: "Mass balance",
    content: "Glaciers lose mass every year.",
    sources: [{ url: "https://example.org/glaciers", title: "World Glacier Report" }],
  });
  return planId;
}
