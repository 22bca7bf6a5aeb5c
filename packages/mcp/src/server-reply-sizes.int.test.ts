import { withClient } from "@trovella/db";
import { allSkills } from "@trovella/skills";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { withTexts } from "@trovella/testing/mcp/tool-texts";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { MAX_PAGE_BYTES } from "./fields.ts";
import { DEFAULT_PAGE_BYTES } from "./replies/context-page.ts";
import { jsonBytes } from "./text/show-invisible.ts";
import { TOOLS } from "./tools/index.ts";

const SENTENCE = "Two independent sources agree on this point, and one of them gives figures. ";
const FINDINGS = {
  findings: Array.from({ length: 12 }, (_, index) => ({
    claim: `${index}: ${SENTENCE.repeat(2)}`,
    url: `https://example.org/papers/2026/${index}/full-text.html`,
  })),
};

let server: TestServer;
let planId: string;
let stepIds: string[];
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
  const { steps: _, ...texts } = withTexts("create_research_plan", SENTENCE.repeat(4));
  const plan = await createPlan(server, 20, { ...texts, researchQuestion: SENTENCE.repeat(8) });
  planId = plan.planId;
  stepIds = plan.steps.map(({ stepId }: { stepId: string }) => stepId);
});
afterAll(() => server.close());

describe("the size of replies on a plan of 20 steps", () => {
  it("is at most 8,000 bytes, 10,200 for a skill, and 18,000 for the two context tools", async () => {
    const sizes = new Map<string, number>();
    const call = async (tool: string, input: object) => {
      const reply = await server.call(tool, input);
      expect(reply.next).toMatch(/\S/);
      sizes.set(tool, Math.max(sizes.get(tool) ?? 0, jsonBytes(reply)));
      return reply;
    };
    sizes.set("create_research_plan", jsonBytes(await createPlan(server, 20)));
    for (const stepId of stepIds.slice(0, 18)) {
      await call("get_next_step", { planId });
      await call("submit_step_result", {
        planId,
        stepId,
        result: FINDINGS,
        resultSummary: SENTENCE.repeat(5),
        stepExecutionReport: REPORT,
        outputFormattingNotes: SENTENCE,
      });
    }
    const { step } = await call("get_next_step", { planId });
    const { stepId } = step;
    await call("get_step_context", { planId, stepId });
    await call("get_research_context", { planId });
    await call("get_plan_status", { planId });
    await call("list_active_plans", {});
    await call("request_user_review", { planId, stepId, summary: SENTENCE });
    await call("submit_user_decision", { planId, decision: "approve" });
    await call("store_subagent_report", { planId, stepId, task: SENTENCE, report: SENTENCE });
    const sources = Array.from({ length: 100 }, () => ({ title: SENTENCE }));
    for (let index = 0; index < 25; index += 1) {
      await call("store_research", {
        planId,
        artifactType: "analysis",
        title: SENTENCE.repeat(3),
        summary: SENTENCE.repeat(10),
        content: { ...FINDINGS, index },
        ...(index === 0 ? { sources } : {}),
      });
    }
    await call("record_claims", {
      planId,
      claims: Array.from({ length: 50 }, () => ({
        statement: SENTENCE,
        evidence: [{ sourceId: "1", quote: SENTENCE.replaceAll("e", "3") }],
      })),
    });
    await call("get_research_context", { planId });
    await call("log_skill_execution", {
      skillName: SENTENCE,
      status: "executing",
      planId,
      metadata: FINDINGS,
    });
    const { results } = await call("search_sources", { query: "independent figures" });
    expect(results).toHaveLength(20);
    await call("extract_data", {
      planId,
      schema: { type: "array", items: { type: "string", title: SENTENCE } },
      data: Array.from({ length: 500 }, (_, index) => index),
    });
    await call("store_research_output", {
      planId,
      title: SENTENCE,
      mediaType: "word",
      content: SENTENCE.repeat(100),
    });
    await call("submit_research_feedback", {
      planId,
      feedbackType: "closing",
      satisfaction: "neutral",
      feedbackSummary: SENTENCE,
    });
    await call("modify_plan", {
      planId,
      action: "fail_step",
      stepId: stepIds[19],
      modificationRationale: SENTENCE,
      reason: SENTENCE,
    });
    await call("get_next_step", { planId });
    await call("ping", {});
    for (const { name } of await allSkills()) await call("get_skill", { name });

    const limits = new Map([...sizes.keys()].map((tool) => [tool, 8_000]));
    limits.set("get_skill", 10_200);
    limits
      .set("get_step_context", DEFAULT_PAGE_BYTES)
      .set("get_research_context", DEFAULT_PAGE_BYTES);
    const tooLarge = [...sizes].filter(([tool, size]) => size > (limits.get(tool) ?? 0));
    expect(tooLarge).toEqual([]);
    expect(sizes.size).toBe(TOOLS.length);
    // The context tools use the room they have.
    expect(sizes.get("get_research_context")).toBeGreaterThan(15_000);
  });
});

describe("the pages of a long plan", () => {
  it("stay under maxChars, repeat nothing, and together give every result", async () => {
    const { planId, steps } = await createPlan(server, 6);
    const long = { text: '"quoted" 研究结果\n'.repeat(600), tags: "\u{E0041}".repeat(50) };
    for (const { stepId } of steps) {
      const result = { ...long, stepId };
      await server.call("submit_step_result", {
        planId,
        stepId,
        result,
        stepExecutionReport: REPORT,
      });
    }
    await storeArtifact(planId, "artifact text ".repeat(2_000));

    for (const maxChars of [3_000, 6_000, undefined]) {
      const parts = new Map<string, string>();
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await server.call("get_research_context", { planId, maxChars, cursor });
        expect(jsonBytes(page)).toBeLessThanOrEqual(maxChars ?? DEFAULT_PAGE_BYTES);
        expect(page.cut.length).toBe(page.nextCursor ? 1 : 0);
        for (const item of [...page.steps, ...page.artifacts]) collect(parts, item);
        if (pages < 2) {
          const again = await server.call("get_research_context", { planId, maxChars, cursor });
          expect(again).toEqual(page);
        }
        cursor = page.nextCursor ?? undefined;
        pages += 1;
      } while (cursor);
      expect(pages).toBeGreaterThan(5);
      for (const [index, { stepId }] of steps.entries()) {
        const result = JSON.parse(parts.get(`s${index + 1}`) ?? "");
        expect([result.stepId, result.text === long.text]).toEqual([stepId, true]);
      }
      expect(parts.get("art_1") === "artifact text ".repeat(2_000)).toBe(true);
    }
  });

  it("give the instructions whole when asked for more", async () => {
    const instructions = SENTENCE.repeat(35_000 / SENTENCE.length);
    const steps = [{ stepType: "custom", instructions }];
    const plan = await createPlan(server, 1, { steps });
    const input = { planId: plan.planId, stepId: plan.steps[0].stepId };
    const short = await server.call("get_step_context", input);
    expect(jsonBytes(short)).toBeLessThanOrEqual(DEFAULT_PAGE_BYTES);
    expect(short.cut[0]).toMatch(/instructions are \d+ characters long and were cut/);
    const whole = await server.call("get_step_context", { ...input, maxChars: MAX_PAGE_BYTES });
    expect(whole.step.instructions === instructions).toBe(true);
    expect(whole.cut).toEqual([]);
  });
});

interface Item {
  readonly stepId?: string;
  readonly artifactId?: string;
  readonly result?: unknown;
  readonly text?: string;
  readonly resultPart?: { readonly text: string };
  readonly textPart?: { readonly text: string };
}

function collect(parts: Map<string, string>, item: Item): void {
  const id = item.artifactId ?? item.stepId ?? "";
  const part = item.resultPart ?? item.textPart;
  const whole = item.text ?? JSON.stringify(item.result);
  parts.set(id, part ? (parts.get(id) ?? "") + part.text : whole);
}

async function storeArtifact(planId: string, text: string): Promise<void> {
  await withClient(server.test.asSuperuser, (client) =>
    client.query(
      `INSERT INTO research_artifact (organization_id, id, plan_id, artifact_type, title, content, content_text)
       VALUES ('org_a', 'art_1', $1, 'note', 'A note', '{}', $2)`,
      [planId, text],
    ),
  );
}
