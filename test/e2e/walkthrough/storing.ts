import { describe, expect, it } from "vitest";
import { auditRows, newSession, planRow, query, rowsOfPlan, stepRow } from "../support/mcp-rows.ts";
import { codeOf, type StepHandle, type Trovella } from "../support/mcp-support.ts";

/** Tests of the tools that store research. */
export function storing(trovella: Trovella): void {
  describe("storing in the research memory", () => {
    it("keeps a finding with its sources as they were given", async () => {
      const plan = await trovella.createPlan(1);
      const reply = await trovella.store({
        planId: plan.planId,
        content: { cups: [1, { a: null }] },
        sources: SOURCES,
      });
      expect(reply).toMatchObject({ artifactId: "a1", sourceIds: ["1", "2"] });
      const artifacts = await rowsOfPlan("research_artifact", plan.planId);
      expect(artifacts).toMatchObject([
        {
          number: 1,
          user_id: "usr_local",
          step_id: null,
          artifact_type: "finding",
          title: "Green tea",
          content: { cups: [1, { a: null }] },
        },
      ]);
      const sources = "SELECT * FROM research_source WHERE artifact_id = $1 ORDER BY position";
      expect(await query(sources, [artifacts[0]?.id])).toMatchObject([
        {
          title: "A trial of sleep",
          url: "https://example.com/trial",
          author: "Ada Brewer",
          published_at: "2024",
          retrieved_at: new Date("2026-07-01T00:00:00Z"),
          quote: "They slept longer.",
          doi: null,
        },
        { title: "A review", url: null, doi: "10.1000/182" },
      ]);
    });

    it.each(["store_research", "extract_data", "store_subagent_report"])(
      "counts %s as a heartbeat of the current holder, but not of an older one",
      async (tool) => {
        const plan = await trovella.createPlan(1);
        const old = await trovella.nextStep(plan);
        const held = await trovella.nextStep(plan, { takeOverStepId: old.stepId });
        const version = Number((await planRow(plan.planId)).version);
        const events = (await auditRows(plan.planId)).length;
        const input = {
          store_research: { artifactType: "note", title: "A note", content: "So it is." },
          extract_data: { schema: { type: "object" }, data: {} },
          store_subagent_report: { task: "Look.", report: "Looked." },
        }[tool];
        const renewedBy = async (step: Partial<StepHandle>) => {
          const before = await leaseOf(old);
          await trovella.call(tool, { ...input, ...step });
          return (await leaseOf(old)) > before;
        };
        expect(await renewedBy(old)).toBe(false);
        expect(await renewedBy(held)).toBe(true);
        expect(await renewedBy({ planId: held.planId, stepId: held.stepId })).toBe(true);
        if (tool !== "store_subagent_report") {
          expect(await renewedBy({ planId: held.planId })).toBe(false);
        }
        // No event, no version: the plan is unchanged. A subagent is counted, though.
        const counted = tool === "store_subagent_report" ? 3 : 0;
        expect((await planRow(plan.planId)).version).toBe(version + counted);
        expect(await auditRows(plan.planId)).toHaveLength(events + counted);
      },
    );

    it("asks the client to extract where no model is configured, and validates its data", async () => {
      const plan = await trovella.createPlan(1);
      const place = { planId: plan.planId };
      const sourceText = "Three cups a day.";
      expect(await codeOf(trovella.extract({ ...place, sourceText }))).toBe(
        "EXTRACTION_NOT_CONFIGURED",
      );
      const wrong = await trovella.extract({ ...place, data: { cups: "three" } });
      expect(wrong).toMatchObject({ valid: false, errors: [expect.stringContaining("/cups")] });
      const right = await trovella.extract({ ...place, data: { cups: 3 }, instructions: "Count." });
      expect(right).toMatchObject({ valid: true, data: { cups: 3 } });
      expect(await rowsOfPlan("extraction_result", plan.planId)).toMatchObject([
        { id: wrong.extractionId, is_valid: false, data: { cups: "three" } },
        { id: right.extractionId, is_valid: true, data: { cups: 3 }, instructions: "Count." },
      ]);
      const fetching = { schema: { $ref: "https://example.com/schema" }, data: {} };
      expect(await codeOf(trovella.extract({ ...place, ...fetching }))).toBe("INVALID_INPUT");
    });

    it("reports lint findings for an output, and stores it anyway", async () => {
      const plan = await trovella.createPlan(1);
      const { planId } = plan;
      const { sourceIds } = await trovella.store({ planId, sources: SOURCES });
      const content = `# Tea\n\nIt is good, “they slept much longer” [src:${sourceIds[0]}] [src:src_unknown].`;
      const { outputId, lint } = await trovella.storeOutput(plan, { content });
      expect(lint).toMatchObject([
        { code: "UNRESOLVED_MARKER" },
        { code: "QUOTE_ALTERED", excerpt: "they slept much longer" },
      ]);
      expect(outputId).toBe("o1");
      expect(await rowsOfPlan("research_output", planId)).toMatchObject([{ version: 1, content }]);
    });

    it("keeps every version of an output", async () => {
      const plan = await trovella.createPlan(1);
      const first = await trovella.storeOutput(plan);
      const second = await trovella.storeOutput(plan, { content: "# Tea\n\nIt is better." });
      expect([first.version, second.version]).toEqual([1, 2]);
      expect([first.outputId, second.outputId]).toEqual(["o1", "o2"]);
      expect(await rowsOfPlan("research_output", plan.planId)).toMatchObject([
        { version: 1, content: "# Tea\n\nIt is good.", media_type: "markdown" },
        { version: 2, content: "# Tea\n\nIt is better." },
      ]);
    });

    it.each([
      ["store_research", { artifactType: "note", title: "A note", content: "x" }, { content: "y" }],
      ["extract_data", { schema: { type: "object" }, data: {} }, { data: { cups: 3 } }],
      [
        "store_research_output",
        { title: "Tea", mediaType: "html", content: "x" },
        { content: "y" },
      ],
      [
        "submit_research_feedback",
        { feedbackType: "initial", satisfaction: "neutral", feedbackSummary: "x" },
        { feedbackSummary: "y" },
      ],
      ["store_subagent_report", { task: "Look.", report: "x" }, { report: "y" }],
    ])("%s stores once when retried with its key", async (tool, input, changed) => {
      const plan = await trovella.createPlan(1);
      const { planId } = plan;
      const step = tool === "store_subagent_report" ? { stepId: plan.step(1) } : {};
      const call = { ...input, planId, ...step, idempotencyKey: newSession() };
      const reply = await trovella.call(tool, call);
      expect(await trovella.call(tool, call)).toEqual({ ...reply, replayed: true });
      const conflict = codeOf(trovella.call(tool, { ...call, ...changed }));
      expect(await conflict).toBe("IDEMPOTENCY_CONFLICT");
      // Keys belong to their plan: steps have the same handles in every one.
      const other = { ...call, planId: (await trovella.createPlan(1)).planId };
      expect((await trovella.call(tool, other)).replayed).toBeUndefined();
      const stored = await Promise.all(STORED_TABLES.map((table) => rowsOfPlan(table, planId)));
      expect(stored.flat()).toHaveLength(1);
    });

    it.each([
      ["store_research", { artifactType: "note", title: "A note", content: "x" }],
      ["extract_data", { schema: { type: "object" }, data: {} }],
      ["store_subagent_report", { task: "Look.", report: "x" }],
    ])("%s refuses a step of another plan and stores nothing", async (tool, input) => {
      const [plan, other] = [await trovella.createPlan(1), await trovella.createPlan(1)];
      const { planId } = plan;
      const wrong = { ...input, planId, stepId: `${other.planId}/${other.step(1)}` };
      expect(await codeOf(trovella.call(tool, wrong))).toBe("NOT_FOUND");
      const stored = await Promise.all(STORED_TABLES.map((table) => rowsOfPlan(table, planId)));
      expect(stored.flat()).toEqual([]);
    });
  });
}

export const SOURCES = [
  {
    title: "A trial of sleep",
    url: "https://example.com/trial",
    author: "Ada Brewer",
    publishedAt: "2024",
    retrievedAt: "2026-07-01",
    quote: "They slept longer.",
  },
  { title: "A review", doi: "https://doi.org/10.1000/182" },
];

const STORED_TABLES = [
  "research_artifact",
  "extraction_result",
  "research_output",
  "research_feedback",
  "subagent_report",
];

async function leaseOf(step: StepHandle): Promise<number> {
  return Number((await stepRow(step)).lease_expires_at);
}
