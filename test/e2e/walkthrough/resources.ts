import { describe, expect, it } from "vitest";
import { newSession, query } from "../support/mcp-rows.ts";
import type { Trovella } from "../support/mcp-support.ts";

const TEMPLATE = "trovella://plans/{planId}";
const OUTPUT_TEMPLATE = "trovella://outputs/{outputId}";
const TEMPLATES = "trovella://templates";

/** Resources that clients can attach without calling a tool. */
export function attaching(trovella: Trovella): void {
  describe("resources", () => {
    it("lists the user's profile and the open plans, without any stored text", async () => {
      const open = await trovella.createPlan(1, { name: "[Scan] Coffee" });
      const closed = await trovella.createPlan(1);
      await trovella.submit(await trovella.nextStep(closed));
      const { resources } = await trovella.client.listResources();
      expect(resources[0]).toMatchObject({ uri: "trovella://user/profile", name: "profile" });
      expect(resources).toContainEqual({
        uri: uriOf(open),
        name: open.planId,
        title: "Research plan",
        description: "A plan that is not finished",
        mimeType: "application/json",
      });
      expect(resources.map(({ uri }) => uri)).not.toContain(uriOf(closed));
    });

    it("lists templates for the URIs of plans, outputs and plan templates", async () => {
      const { resourceTemplates } = await trovella.client.listResourceTemplates();
      expect(resourceTemplates).toMatchObject([
        { uriTemplate: TEMPLATE, name: "plan", mimeType: "application/json" },
        { uriTemplate: OUTPUT_TEMPLATE, name: "output", mimeType: "text/markdown" },
        { uriTemplate: `${TEMPLATES}/{templateName}`, name: "template" },
      ]);
    });

    it("shows the plan templates, with what they take, and one in full", async () => {
      const { resources } = await trovella.client.listResources();
      expect(resources).toContainEqual(expect.objectContaining({ uri: TEMPLATES }));
      expect(await read(TEMPLATES)).toMatchObject({
        templates: expect.arrayContaining([
          {
            name: "scan/general_topic",
            fill: {},
            steps: [
              { key: "search", stepType: "search" },
              { key: "synthesis", stepType: "synthesize" },
            ],
          },
        ]),
        commonFill: { topic: "the topic" },
      });
      const one = { name: "scan/general_topic", template: { name: "[Scan] <topic>" } };
      expect(await read(`${TEMPLATES}/scan/general_topic`)).toMatchObject(one);
      expect(await read(`${TEMPLATES}/scan%2Fgeneral_topic`)).toMatchObject(one);
      const { completion } = await trovella.client.complete({
        ref: { type: "ref/resource", uri: `${TEMPLATES}/{templateName}` },
        argument: { name: "templateName", value: "scan/g" },
      });
      expect(completion.values).toEqual(["scan/general_topic"]);
    });

    it("shows the connected user", async () => {
      expect(await read("trovella://user/profile")).toEqual({
        name: "Local user",
        email: "local@localhost",
        organizationId: "org_local",
      });
    });

    it("shows a plan as get_research_context does, closed ones too, and logs no event", async () => {
      const plan = await trovella.createPlan(1);
      await trovella.submit(await trovella.nextStep(plan), { resultSummary: "Three cups." });
      const shown = await read(uriOf(plan));
      expect(shown).toMatchObject({
        plan: { planId: plan.planId, status: "completed" },
        steps: [{ stepId: plan.step(1), summary: "Three cups.", result: { found: true } }],
      });
      const events = await query("SELECT FROM plan_audit_log WHERE plan_id = $1", [plan.planId]);
      expect(events).toHaveLength(5);
      expect(await trovella.context(plan)).toEqual(shown);
    });

    it("shows an output with its sources in place of their ids", async () => {
      const plan = await trovella.createPlan(1);
      const { sourceIds } = await trovella.store({
        planId: plan.planId,
        sources: [{ title: "A trial of sleep", url: "https://example.com/trial" }],
      });
      const content = `# Tea\n\nIt is good [src:${sourceIds[0]}].`;
      const { downloadUrl } = await trovella.storeOutput(plan, { content });
      const outputId = /outputs\/(out_\w+)/.exec(downloadUrl)?.[1] ?? "";
      const uri = `trovella://outputs/${outputId}`;
      const { resources } = await trovella.client.listResources();
      expect(resources).toContainEqual(expect.objectContaining({ uri, name: outputId }));
      const { contents } = await trovella.client.readResource({ uri });
      const [shown] = contents as { mimeType: string; text: string }[];
      expect(shown?.mimeType).toBe("text/markdown");
      expect(shown?.text).toContain("https://example.com/trial");
      expect(shown?.text).not.toContain("[src:");
      const { completion } = await trovella.client.complete({
        ref: { type: "ref/resource", uri: OUTPUT_TEMPLATE },
        argument: { name: "outputId", value: outputId.slice(0, -1) },
      });
      expect(completion.values).toEqual([outputId]);
    });

    it.each([
      "trovella://plans/plan_unknown",
      "trovella://plans/",
      "trovella://plans/a/b",
      "trovella://outputs/x",
      "trovella://templates/",
      "trovella://templates/%00",
      "trovella://templates/%E0%A4%A",
      "trovella://user/password",
      "file:///etc/passwd",
    ])("finds nothing at %s", async (uri) => {
      await expect(trovella.client.readResource({ uri })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining("Resource not found"),
      });
    });

    describe("completing a planId", () => {
      it("offers plans whose id begins with the text or whose name contains it, newest first", async () => {
        const name = `[Scan] ${newSession()}`;
        const older = await trovella.createPlan(1, { name });
        const newer = await trovella.createPlan(1, { name: `${name}, again` });
        expect(await complete(name.toUpperCase())).toEqual([newer.planId, older.planId]);
        expect(await complete(newer.planId.slice(0, -1))).toEqual([newer.planId]);
      });

      it("offers twenty at most and says that there are more", async () => {
        const name = `[Scan] ${newSession()}`;
        for (let count = 0; count < 21; count += 1) await trovella.createPlan(1, { name });
        const { completion } = await trovella.client.complete({
          ref: { type: "ref/resource", uri: TEMPLATE },
          argument: { name: "planId", value: name },
        });
        expect(completion).toMatchObject({ hasMore: true });
        expect(completion.values).toHaveLength(20);
      });

      it("takes the text literally, without wildcards, and nothing longer than a name", async () => {
        const name = `[Scan] ${newSession()}`;
        await trovella.createPlan(1, { name });
        expect(await complete(name.replace("-", "%"))).toEqual([]);
        expect(await complete(name.replace("-", "_"))).toEqual([]);
        expect(await complete(name.padEnd(201))).toEqual([]);
      });
    });

    async function read(uri: string): Promise<unknown> {
      const { contents } = await trovella.client.readResource({ uri });
      const [content] = contents as { uri: string; mimeType: string; text: string }[];
      expect(content).toMatchObject({ uri, mimeType: "application/json" });
      return JSON.parse(content?.text ?? "");
    }

    async function complete(value: string): Promise<string[]> {
      const { completion } = await trovella.client.complete({
        ref: { type: "ref/resource", uri: TEMPLATE },
        argument: { name: "planId", value },
      });
      return completion.values;
    }
  });
}

function uriOf({ planId }: { planId: string }): string {
  return `trovella://plans/${planId}`;
}
