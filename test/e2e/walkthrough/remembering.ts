import { randomBytes } from "node:crypto";
import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { describe, expect, it } from "vitest";
import { rowsOfPlan } from "../support/mcp-rows.ts";
import type { Trovella } from "../support/mcp-support.ts";
import { SOURCES } from "./storing.ts";

/** Stored research, and how the next research finds it. */
export function remembering(trovella: Trovella): void {
  describe("the research memory", () => {
    it("lets the next research find what the first one left, from the check beforehand to the feedback", async () => {
      const [topic, effect] = [newWord(), newWord()];
      // Phase 3: no earlier research on this.
      const before = await trovella.search(`${topic} and ${effect}`, { limit: 5 });
      expect(before.results).toEqual([]);
      expect(before.next).toContain("create_research_plan");

      // Phases 4 and 5: research with a finding, a subagent and structured data.
      const researchQuestion = `Does ${topic} lead to ${effect}?`;
      const plan = await trovella.createPlan(2, { name: `[Scan] ${topic}`, researchQuestion });
      const searching = await trovella.nextStep(plan);
      const { reportId } = await trovella.storeReport(searching, { agent: "reader" });
      const finding = await trovella.store({
        ...searching,
        title: `${topic} and ${effect}`,
        content: { trials: 3, effect: `More ${effect} after ${topic}. They slept longer.` },
        summary: "Three trials agree.",
        confidence: 0.8,
        sources: SOURCES,
      });
      expect(finding.sourceIds).toHaveLength(2);
      const subagents = [{ task: "Read the trials.", reportId }];
      await trovella.submit(searching, { stepExecutionReport: { ...REPORT, subagents } });
      const extracting = await trovella.nextStep(plan);
      const { artifacts } = await trovella.stepContext(extracting);
      expect(artifacts).toMatchObject([{ artifactId: finding.artifactId, stepId: plan.step(1) }]);
      const extracted = await trovella.extract({
        ...extracting,
        data: { cups: 3, of: topic },
        sourceArtifactId: finding.artifactId,
      });
      expect(extracted).toMatchObject({ valid: true, errors: [], model: null, usage: null });
      await trovella.submit(extracting);
      expect(await trovella.nextReply(plan)).toMatchObject({ status: "plan_complete" });

      // Phase 6: everything is there to write the output from.
      expect(await trovella.context(plan)).toMatchObject({
        artifacts: [
          {
            artifactId: finding.artifactId,
            stepId: plan.step(1),
            title: `${topic} and ${effect}`,
            summary: "Three trials agree.",
            confidence: 0.8,
          },
        ],
      });
      const [first, second] = finding.sourceIds;
      const output = await trovella.storeOutput(plan, {
        mediaType: "word",
        content: `# ${topic}\n\nMore ${effect} [src:${first}]. How much is open [src:${second}].`,
      });
      expect(output).toMatchObject({ outputId: "o1", version: 1 });
      const [row] = await rowsOfPlan("research_output", plan.planId);
      expect(output.downloadUrl).toBe(`${trovella.consoleUrl}/api/outputs/${row?.id}?format=docx`);
      expect(output.lint).toEqual([]);
      const feedback = { feedbackSummary: "Too short.", improvementSuggestions: "Say how long." };
      const initial = await trovella.giveFeedback(plan, "initial", {
        ...feedback,
        followUpRequested: true,
      });
      expect(initial).toMatchObject({ stored: true, next: expect.stringContaining("create_res") });
      await trovella.giveFeedback(plan, "closing", { satisfaction: "very_satisfied" });
      expect(await rowsOfPlan("research_feedback", plan.planId)).toMatchObject([
        {
          feedback_type: "initial",
          satisfaction: "satisfied",
          feedback_summary: "Too short.",
          improvement_suggestions: "Say how long.",
          follow_up_requested: true,
        },
        { feedback_type: "closing", satisfaction: "very_satisfied", follow_up_requested: false },
      ]);

      // The next conversation, in another process.
      await trovella.restart();
      const { results } = await trovella.search(`${effect} from ${topic}`, { limit: 5 });
      expect(new Set(results.map(({ sourceId }) => sourceId))).toEqual(
        new Set([finding.artifactId, extracted.extractionId, output.outputId]),
      );
      const hit = results.find(({ sourceId }) => sourceId === finding.artifactId);
      expect(hit).toMatchObject({
        sourceTable: "research_artifact",
        title: `${topic} and ${effect}`,
        summary: "Three trials agree.",
        planId: plan.planId,
        researchQuestion,
        artifactType: "finding",
        createdAt: expect.stringMatching(/^20\d\d-/),
        snippet: expect.stringContaining(topic),
      });
      const again = await trovella.context({ planId: String(hit?.planId) });
      expect(again).toMatchObject({ plan: { researchQuestion, status: "completed" } });
    });

    it("finds only what every filter lets through", async () => {
      const topic = newWord();
      const plan = await trovella.createPlan(1);
      const other = await trovella.createPlan(1);
      const note = await trovella.store({
        planId: plan.planId,
        artifactType: "note",
        content: topic,
      });
      const data = await trovella.store({
        planId: other.planId,
        artifactType: "data",
        content: topic,
      });
      const output = await trovella.storeOutput(plan, { content: topic });
      const found = async (filter: object) =>
        (await trovella.search(topic, filter)).results.map(({ sourceId }) => sourceId).toSorted();
      const [one, two, three] = [note.artifactId, data.artifactId, output.outputId];
      const hour = 3_600_000;
      const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString();
      expect(await found({})).toEqual([one, two, three].toSorted());
      expect(await found({ limit: 1 })).toHaveLength(1);
      expect(await found({ artifactType: "note" })).toEqual([one]);
      expect(await found({ planId: plan.planId })).toEqual([one, three].toSorted());
      expect(await found({ sourceTable: "research_artifact" })).toEqual([one, two].toSorted());
      expect(await found({ mediaType: "markdown" })).toEqual([three]);
      expect(await found({ userId: "usr_local" })).toHaveLength(3);
      expect(await found({ userId: "usr_other" })).toEqual([]);
      expect(await found({ createdAfter: at(-hour), createdBefore: at(hour) })).toHaveLength(3);
      expect(await found({ createdAfter: at(hour) })).toEqual([]);
      expect(await found({ createdBefore: at(-hour) })).toEqual([]);
    });
  });
}

/** A unique word, since all tests share one research memory. */
function newWord(): string {
  return `tea${randomBytes(6).toString("hex")}`;
}
