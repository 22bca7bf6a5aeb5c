import { createTestApi, type TestApi } from "@trovella/testing/api/test-api";
import { createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const SETTINGS = {
  mode: "local",
  dataDirectory: "/somewhere/private",
  database: "embedded",
  stallThresholdMs: 60_000,
  embedder: "none",
  securityLogDays: 400,
  extraction: null,
} as const;

let server: TestServer;
let api: TestApi;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  const client = (origin: string) => ({
    id: "any",
    name: "Any",
    clientInfoPrefixes: [],
    isFound: false,
    link: null,
    command: null,
    methods: [
      {
        transport: "http" as const,
        signIn: "none" as const,
        file: null,
        entry: origin,
        commandLine: null,
      },
    ],
    nextStep: "",
  });
  api = createTestApi(server.test.database, { clientsAt: (origin) => [client(origin)] });
});
afterAll(() => server.close());

describe("connecting", () => {
  it("is described for the requested origin, and only for an origin", async () => {
    const { clients } = await api
      .as("org_a")
      .connect.clients({ origin: "http://localhost:4737/x?y" });
    expect(clients[0]?.methods[0]?.entry).toBe("http://localhost:4737");
    for (const origin of ["javascript:alert(1)", "file:///etc", "", `http://${"x".repeat(400)}`]) {
      await expect(api.as("org_a").connect.clients({ origin })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
    }
  });

  it("shows who called lately, each organization its own", async () => {
    await server.call("list_active_plans");
    await server.outcome("get_plan_status", { planId: "plan_none" });
    await server.services.log.flush();
    const { clients, periodDays } = await api.as("org_a").toolCall.clients();
    expect(periodDays).toBe(7);
    expect(clients).toHaveLength(1);
    expect(clients[0]).toMatchObject({ calls: 2, errors: 1 });
    expect(clients[0]?.lastCallAt).toBeInstanceOf(Date);
    expect((await api.as("org_b").toolCall.clients()).clients).toEqual([]);

    const later = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000);
    const afterwards = createTestApi(server.test.database, { now: () => later });
    expect((await afterwards.as("org_a").toolCall.clients()).clients).toEqual([]);
  });
});

describe("settings", () => {
  it("are shown where the server provides them", async () => {
    const local = createTestApi(server.test.database, {
      settings: SETTINGS,
      lastBackupAt: () => new Date("2026-11-01T08:00:00Z"),
    });
    const summary = await local.as("org_a").settings.summary();
    expect(summary).toMatchObject({ settings: SETTINGS, userName: "Ada" });
    expect(summary.state).toMatchObject({
      model: null,
      pendingVectors: 0,
      lastBackupAt: new Date("2026-11-01T08:00:00Z"),
    });
    expect(summary.state?.databaseVersion).toMatch(/^\d+/);
  });

  it("are hidden otherwise", async () => {
    const summary = await api.as("org_a").settings.summary();
    expect(summary).toMatchObject({ settings: null, userName: "Ada", state: null });
  });

  it("show what the organization uses, beside its limits", async () => {
    const limits = { maxStoredBytes: 5_000_000, maxDailyTokens: 100 };
    const limited = createTestApi(server.test.database, { limits });
    const { usage } = await limited.as("org_a").settings.summary();
    expect(usage).toMatchObject({ ...limits, dailyTokens: 0 });
    expect(usage.storedBytes).toBeGreaterThan(0);
    expect((await limited.as("org_b").settings.summary()).usage.storedBytes).toBe(0);
  });
});
