import { withTenantContext } from "@trovella/db";
import { deletePlanTemplate } from "@trovella/db/plans";
import { saveTemplate } from "@trovella/research";
import { storedRows } from "@trovella/testing/database/stored-rows";
import { callerOf, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

describe("an organization's own template", () => {
  it("makes plans, whatever the case of its name", async () => {
    await save("org_a", "House/Check", template("own"));
    const reply = await create({ template: " house/CHECK ", fill: { place: "Rome" } });
    expect(reply).toMatchObject({ name: "own", stepCount: 1 });
    expect(reply.firstStep.instructions).toBe("Search Rome for own.");
  });

  it("comes before the built-in one of its name until it is removed", async () => {
    await save("org_a", "deep/decision_support", template("ours"));
    const asDecision = { template: "deep", brief: { researchType: "decision_support" } };
    expect((await create({ template: "deep/decision_support" })).name).toBe("ours");
    expect((await create(asDecision)).name).toBe("ours");
    expect((await create({ template: "deep" })).stepCount).toBe(8);
    expect(await remove("org_a", "deep/decision_support")).toBe(true);
    expect((await create({ template: "deep/decision_support" })).stepCount).toBe(8);
  });

  it("is replaced by one of the same name", async () => {
    expect(await save("org_a", "again", template("first"))).toMatchObject({ isReplaced: false });
    expect(await save("org_a", "AGAIN", template("second"))).toMatchObject({ isReplaced: true });
    expect((await create({ template: "again" })).name).toBe("second");
  });

  it("does not exist for other organizations", async () => {
    await save("org_b", "secret", template("theirs"));
    const foreign = await refusal({ template: "secret" });
    expect(foreign).toEqual(await refusal({ template: "unknown" }));
    expect(foreign).toMatch(/^INVALID_INPUT: template: .*again, .*scan\/general_topic/);
    expect(foreign).not.toContain("secret");
    expect(await remove("org_a", "secret")).toBe(false);
    const options = { caller: callerOf("org_b") };
    expect((await create({ template: "secret" }, options)).name).toBe("theirs");
  });

  it("is refused with a way out when its stored format is unknown", async () => {
    await save("org_a", "old", template("old"));
    await storedRows(
      server,
      `UPDATE plan_template SET template = '{"old": true}' WHERE name = $1 RETURNING id`,
      ["old"],
    );
    expect(await refusal({ template: "old" })).toMatch(/old was stored in a format .* Next: /);
  });
});

describe("the limits of own templates", () => {
  it("allow a hundred per organization, also when they are added at once", async () => {
    const names = Array.from({ length: 99 }, (_, index) => `t${index}`);
    for (const name of names) await save("org_c", name, template(name));
    const added = await Promise.allSettled(
      ["x", "y", "z"].map((name) => save("org_c", name, template(name))),
    );
    const refused = added.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: { code: "LIMIT_EXCEEDED" } });
    expect(await save("org_c", "t5", template("new"))).toMatchObject({ isReplaced: true });
  });

  it("allow 100 kB each", async () => {
    const instructions = "é".repeat(9_000);
    const steps = Array.from({ length: 6 }, (_, index) => ({
      ...{ key: `s${index}`, stepType: "search", instructions },
    }));
    const large = { ...template("large"), steps };
    await expect(save("org_a", "large", large)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  it.each(["", "-x", "two words", "a".repeat(101), "\u001b[2J"])(
    "refuse the name %j",
    async (name) => {
      await expect(save("org_a", name, template("x"))).rejects.toThrow(/^name: must be/);
    },
  );
});

function template(word: string) {
  const instructions = `Search <place> for ${word}.`;
  const steps = [{ key: "search", stepType: "search", instructions }];
  return { fill: { place: "everywhere" }, name: word, steps, gates: [] };
}

function save(organizationId: string, name: string, value: unknown) {
  return withTenantContext(server.test.database, { organizationId }, (context) =>
    saveTemplate(context, { name, value, createdBy: null }),
  );
}

function remove(organizationId: string, name: string) {
  return withTenantContext(server.test.database, { organizationId }, (context) =>
    deletePlanTemplate(context, name),
  );
}

function create(input: object, options = {}) {
  return server.call("create_research_plan", { researchQuestion: "Why?", ...input }, options);
}

async function refusal(input: object): Promise<string> {
  const outcome = await server.outcome("create_research_plan", {
    ...{ researchQuestion: "Why?", ...input },
  });
  return "text" in outcome ? outcome.text : "";
}
