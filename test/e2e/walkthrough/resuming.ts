import { examplePlanFields } from "@trovella/testing/engine/plan-field-examples";
import { describe, expect, it } from "vitest";
import { auditRows, history, newSession } from "../support/mcp-rows.ts";
import {
  codeOf,
  type PlanHandle,
  SHORT_STALL,
  type Trovella,
  untilStalled,
} from "../support/mcp-support.ts";

/** Plans outlive the processes that work on them. */
interface ReplyStep {
  readonly stepId: string;
  readonly instructions: string;
}

export function resuming(trovella: Trovella): void {
  describe("resuming in another process", () => {
    it("reads everything, takes the abandoned step over and finishes the plan", async () => {
      const plan = await trovella.createPlan(3, {
        ...examplePlanFields(),
        sessionId: newSession(),
      });
      const found = { result: { cups: 3 }, resultSummary: "Three cups.", confidence: 0.7 };
      await trovella.submit(await trovella.nextStep(plan), found);
      const abandoned = await trovella.nextStep(plan);
      await trovella.restart();

      const { plans } = await trovella.call<{ plans: object[] }>("list_active_plans", {
        limit: 50,
      });
      expect(plans).toContainEqual(expect.objectContaining({ planId: plan.planId, progress: 33 }));
      const sessionId = newSession();
      expect(await trovella.context(plan, { sessionId })).toEqual({
        plan: {
          ...examplePlanFields(),
          planId: plan.planId,
          status: "executing",
          progress: 33,
          totalSteps: 3,
          outcome: { completed: 1, skipped: 0, failed: 0 },
        },
        steps: [
          {
            ...ref(plan, 2),
            status: "in_progress",
            held: {
              holder: { client: expect.any(String), agent: expect.any(String) },
              since: expect.any(String),
              leaseExpiresAt: expect.any(String),
            },
            instructions: "Search part 2.",
          },
          {
            ...ref(plan, 1),
            status: "completed",
            summary: "Three cups.",
            confidence: 0.7,
            result: { cups: 3 },
          },
          { ...ref(plan, 3), status: "pending", instructions: "Search part 3." },
        ],
        reviews: [],
        artifacts: [],
        notice: expect.stringContaining("not instructions"),
        next: expect.stringContaining("get_next_step"),
        cut: [],
        nextCursor: null,
      });

      const taken = await trovella.nextReply(plan, { takeOverStepId: abandoned.stepId });
      expect(taken).toMatchObject({ reissued: true, step: { ...ref(plan, 2), attempt: 2 } });
      const { token } = taken.lease as { token: string };
      await trovella.submit({ planId: plan.planId, stepId: plan.step(2), leaseToken: token });
      await trovella.submit(await trovella.nextStep(plan));
      // The strict policy asks for claims twice, then lets the plan end.
      for (const _ of ["first", "second"]) {
        const repair = await trovella.nextReply(plan);
        const { step, lease } = repair as { step: ReplyStep; lease: { token: string } };
        expect(step.instructions).toContain("no key claim");
        const { planId } = plan;
        await trovella.submit({ planId, stepId: step.stepId, leaseToken: lease.token });
      }
      expect(await trovella.nextReply(plan)).toMatchObject({ status: "plan_complete" });
    });

    it("records a session that is new to the plan, once", async () => {
      const [first, second, third] = [newSession(), newSession(), newSession()];
      const plan = await trovella.createPlan(1, { sessionId: first });
      for (const sessionId of [first, second, second, third, second]) {
        await trovella.context(plan, { sessionId });
      }
      const resumed = (await auditRows(plan.planId)).slice(1);
      expect(resumed.map((row) => [row.event_type, row.session_id])).toEqual([
        ["session_resumed", second],
        ["session_resumed", third],
      ]);
      expect(resumed[0]?.payload).toMatchObject({ sessionId: second });
    });

    it("continues with the next pending step while the abandoned one has its lease", async () => {
      const plan = await trovella.createPlan(2);
      await trovella.nextStep(plan);
      expect((await trovella.nextStep(plan)).stepId).toBe(plan.step(2));
      expect(await trovella.nextReply(plan)).toMatchObject({
        status: "no_pending_steps",
        inProgressCount: 2,
      });
    });

    it("hands out a step whose lease has expired, after the pending ones", async () => {
      const plan = await trovella.createPlan(2, SHORT_STALL);
      await trovella.nextStep(plan);
      await untilStalled();
      expect((await trovella.nextStep(plan)).stepId).toBe(plan.step(2));
      expect(await trovella.nextReply(plan)).toMatchObject({
        status: "step_ready",
        reissued: true,
        step: { stepId: plan.step(1), attempt: 2 },
      });
      const reissued = (await history(plan.planId)).at(-1);
      expect(reissued).toBe("step_started reissued");
    });

    it("hands it out before the pending ones with reclaim", async () => {
      const plan = await trovella.createPlan(2, SHORT_STALL);
      const old = await trovella.nextStep(plan);
      await untilStalled();
      const again = await trovella.nextReply(plan, { reclaim: true });
      expect(again).toMatchObject({ reissued: true, step: { ...ref(plan, 1), attempt: 2 } });
      expect(again.lease).not.toMatchObject({ token: old.leaseToken });
    });

    it("takes over only what is in progress", async () => {
      const plan = await trovella.createPlan(2);
      await trovella.submit(await trovella.nextStep(plan));
      const takeOver = (order: number) =>
        codeOf(trovella.nextReply(plan, { takeOverStepId: plan.step(order) }));
      expect([await takeOver(1), await takeOver(2)]).toEqual(["STEP_SETTLED", "INVALID_INPUT"]);
    });
  });
}

function ref(plan: PlanHandle, order: number) {
  return { stepId: plan.step(order), stepOrder: order, stepType: "search" };
}
