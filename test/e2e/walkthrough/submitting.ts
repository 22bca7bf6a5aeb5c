import { REPORT } from "@trovella/testing/mcp/mcp-client";
import { describe, expect, it } from "vitest";
import { history, newSession, planRow, stepRow, stepStatuses } from "../support/mcp-rows.ts";
import { codeOf, type Trovella } from "../support/mcp-support.ts";

/** Phase 2, second half: results come in. */
export function submitting(trovella: Trovella): void {
  describe("submitting a result", () => {
    it("completes the step and returns the plan's status", async () => {
      const plan = await trovella.createPlan(2);
      expect(await trovella.submit(await trovella.nextStep(plan))).toEqual({
        stepId: plan.step(1),
        stepStatus: "completed",
        planStatus: "executing",
        progress: 50,
        planVersion: 3,
        next: "Call get_next_step.",
      });
      expect(await history(plan.planId, 3)).toEqual(["step_completed step_completed"]);
    });

    it("stores result, summary, confidence, report and formatting notes", async () => {
      const plan = await trovella.createPlan(2);
      const report = { ...REPORT, webSearches: [{ query: "tea" }], subagents: [{ task: "read" }] };
      const before = new Date();
      await trovella.submit(await trovella.nextStep(plan), {
        result: { cups: [1, 2], sure: null },
        resultSummary: "Two cups.",
        confidence: 0.25,
        stepExecutionReport: report,
        outputFormattingNotes: "Mention both cups.",
      });
      const row = await stepRow({ ...plan, stepId: plan.step(1) });
      expect(row).toMatchObject({
        status: "completed",
        result: { cups: [1, 2], sure: null },
        result_summary: "Two cups.",
        confidence: 0.25,
        step_execution_report: report,
        output_formatting_notes: "Mention both cups.",
        lease_expires_at: null,
      });
      expect(Number(row.completed_at)).toBeGreaterThanOrEqual(before.getTime());
    });

    it.each([null, false, 0, "", "text", [], [1, { two: 2 }], {}].map((result) => ({ result })))(
      "accepts $result as a result",
      async ({ result }) => {
        const plan = await trovella.createPlan(1);
        await trovella.submit(await trovella.nextStep(plan), { result });
        const { steps } = await trovella.context(plan);
        expect(steps).toMatchObject([{ stepId: plan.step(1), status: "completed", result }]);
      },
    );

    it("refuses a report without thinking, and takes a missing list as empty with a warning", async () => {
      const plan = await trovella.createPlan(1);
      const step = await trovella.nextStep(plan);
      const { thinking, ...lists } = REPORT;
      for (const stepExecutionReport of [undefined, lists]) {
        expect(await codeOf(trovella.submit(step, { stepExecutionReport }))).toBe("INVALID_INPUT");
      }
      expect(await stepStatuses(plan.planId)).toEqual(["in_progress"]);
      const reply = await trovella.submit(step, { stepExecutionReport: { thinking } });
      for (const list of Object.keys(lists)) {
        expect(reply.warnings).toEqual([expect.stringContaining(`stepExecutionReport.${list}`)]);
      }
    });

    it("starts a pending step first, so that work that came early is not lost", async () => {
      const plan = await trovella.createPlan(2);
      const early = { planId: plan.planId, stepId: plan.step(2) };
      expect(await trovella.submit(early)).toMatchObject({
        stepStatus: "completed",
        planStatus: "executing",
      });
      expect(await stepStatuses(plan.planId)).toEqual(["pending", "completed"]);
      expect(await history(plan.planId, 1)).toEqual([
        "step_started auto_advanced",
        "step_completed step_completed",
        "plan_modified status_changed",
      ]);
    });

    it("completes the plan with its last step", async () => {
      const plan = await trovella.createPlan(1);
      const last = await trovella.submit(await trovella.nextStep(plan));
      expect(last).toMatchObject({ planStatus: "completed", progress: 100 });
      const row = await planRow(plan.planId);
      expect(row.status).toBe("completed");
      expect(row.completed_at).toEqual(
        (await stepRow({ ...plan, stepId: plan.step(1) })).completed_at,
      );
    });

    it("leads through a plan with one call per step, from start to the form of the output", async () => {
      const { reply, planId } = await trovella.createPlan(3, { start: true });
      const seen: unknown[] = [];
      let held = reply.nextStep as NextStep;
      while (held.step && held.lease) {
        seen.push(held.step.stepOrder);
        const place = { planId, stepId: held.step.stepId, leaseToken: held.lease.token };
        const title = `Finding ${held.step.stepOrder}`;
        const sources = [{ url: "https://tea.example/trial", title: "The trial" }];
        const submitted = await trovella.submit(place, {
          continue: true,
          findings: [{ title, content: "It calms.", sources }],
        });
        const isNew = seen.length === 1 ? { isNew: true } : {};
        expect(submitted).toMatchObject({
          artifacts: [`a${seen.length}`],
          sources: [{ ref: 1, title: "The trial", ...isNew }],
        });
        held = submitted.nextStep as NextStep;
      }
      expect(seen).toEqual([1, 2, 3]);
      expect(held).toMatchObject({ status: "plan_complete", progress: 100, totalSteps: 3 });
      expect(await history(planId)).toEqual([
        "plan_modified created",
        "step_started next",
        "plan_modified status_changed",
        "step_completed step_completed",
        "step_started next",
        "step_completed step_completed",
        "step_started next",
        "step_completed step_completed",
        "plan_modified status_changed",
      ]);
      const { artifacts } = await trovella.context({ planId });
      expect(artifacts).toHaveLength(3);
    });

    it("gives workers that submit and go on at once a step each", async () => {
      const plan = await trovella.createPlan(6);
      const claims = await Promise.all([1, 2, 3].map(() => trovella.nextStep(plan)));
      const replies = await Promise.all(
        claims.map((claim) => trovella.submit(claim, { continue: true, sessionId: newSession() })),
      );
      const next = replies.map(({ nextStep }) => (nextStep as NextStep).step?.stepId);
      expect(new Set(next)).toEqual(new Set([plan.step(4), plan.step(5), plan.step(6)]));
    });

    it("has one effect and the same reply when the call is retried with its key", async () => {
      const plan = await trovella.createPlan(2);
      const step = await trovella.nextStep(plan);
      const idempotencyKey = newSession();
      const reply = await trovella.submit(step, { idempotencyKey });
      const again = await trovella.submit(step, { idempotencyKey });
      expect(again).toEqual({ ...reply, replayed: true });
      expect(await history(plan.planId, 3)).toEqual(["step_completed step_completed"]);
      const other = trovella.submit(step, { idempotencyKey, confidence: 1 });
      expect(await codeOf(other)).toBe("IDEMPOTENCY_CONFLICT");
    });
  });
}

interface NextStep {
  readonly step?: { readonly stepId: string; readonly stepOrder: number };
  readonly lease?: { readonly token: string };
}
