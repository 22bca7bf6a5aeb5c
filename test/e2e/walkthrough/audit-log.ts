import { MODIFICATION_ACTIONS } from "@trovella/plan-engine";
import { MODIFICATION_EXAMPLES } from "@trovella/testing/engine/modification-input";
import { describe, expect, it } from "vitest";
import { clientOf, sessionOf } from "../support/mcp-connections.ts";
import { auditRows, newSession } from "../support/mcp-rows.ts";
import { codeOf, SHORT_STALL, type Trovella, untilStalled } from "../support/mcp-support.ts";
import { validModification } from "../support/valid-modification.ts";

/** Tests of the audit log. */
export function auditing(trovella: Trovella): void {
  const client = clientOf(trovella.way);

  describe("the audit log", () => {
    it("records a plan's life cycle in order and without gaps", async () => {
      const { planId } = await liveThroughEverything(trovella);
      const rows = await auditRows(planId);
      expect(rows.map((row) => `${row.event_type} ${row.action}`)).toEqual([
        "plan_modified created",
        "step_started next",
        "plan_modified status_changed",
        "step_completed step_completed",
        "plan_modified branch_taken",
        "plan_modified step_skipped",
        "step_started next",
        "user_reviewed review_requested",
        "plan_modified status_changed",
        "user_reviewed modify",
        "plan_modified step_sent_back",
        "plan_modified status_changed",
        "session_resumed session_resumed",
        "plan_modified stall_detected",
        "plan_modified status_changed",
        "step_started sent_back",
        "plan_modified status_changed",
        "step_started taken_over",
        "plan_modified result_refused",
        "step_completed step_completed",
        ...MODIFICATION_ACTIONS.flatMap((action) => MODIFICATION_EXAMPLES[action].logged),
        "step_started next",
        "user_reviewed review_requested",
        "plan_modified status_changed",
        "user_reviewed reject",
        "step_failed step_failed",
        "plan_modified plan_failed",
      ]);
      expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, index) => index + 1));
    });

    it("counts versions by command and names the step of each event", async () => {
      const plan = await trovella.createPlan(1);
      await trovella.submit(await trovella.nextStep(plan));
      const stepId = plan.step(1);
      expect(
        (await auditRows(plan.planId)).map((row) => [row.action, row.plan_version, row.step_id]),
      ).toEqual([
        ["created", 1, null],
        ["next", 2, stepId],
        ["status_changed", 2, null],
        ["step_completed", 3, stepId],
        ["status_changed", 3, null],
      ]);
    });

    it("names user, client and session of everything that happened", async () => {
      const sessionId = newSession();
      const plan = await trovella.createPlan(2, { sessionId });
      await trovella.submit(await trovella.nextStep(plan, { sessionId }), { sessionId });
      await trovella.modify(plan, "fail_step", {
        stepId: plan.step(2),
        reason: "No sources.",
        sessionId,
      });
      const actor = {
        actor_user_id: "usr_local",
        actor_client: [client.name, client.version].filter(Boolean).join(" "),
        actor_via: "mcp",
        session_id: sessionId,
      };
      const rows = await auditRows(plan.planId);
      expect(rows).toHaveLength(7);
      for (const row of rows) expect(row).toMatchObject(actor);
    });

    it("uses the process's session for calls that name none, over stdio", async () => {
      const plan = await trovella.createPlan(1);
      await trovella.nextStep(plan);
      await trovella.context(plan);
      const rows = await auditRows(plan.planId);
      const sessions = new Set(rows.map(({ session_id }) => session_id));
      expect([...sessions]).toEqual([sessionOf(trovella.way)]);
      expect(rows.map(({ event_type }) => event_type)).not.toContain("session_resumed");
    });
  });
}

/** One plan on which every tool operation is used. */
async function liveThroughEverything(trovella: Trovella) {
  const plan = await trovella.createPlan(5, {
    ...SHORT_STALL,
    sessionId: newSession(),
    branchingConditions: [
      {
        afterStepOrder: 1,
        conditionExpression: "confidence === 1",
        ifTrueAction: "skip_to",
        actionParams: { targetStepOrder: 3 },
      },
    ],
  });
  await trovella.submit(await trovella.nextStep(plan), { confidence: 1 });

  const third = await trovella.nextStep(plan);
  await trovella.requestReview(third);
  await trovella.decide(plan, "modify", { feedback: "Only green tea." });
  await trovella.context(plan, { sessionId: newSession() });
  await untilStalled();
  await trovella.status(plan);
  const again = await trovella.nextStep(plan);
  const taken = await trovella.nextStep(plan, { takeOverStepId: third.stepId });
  await codeOf(trovella.submit(again));
  await trovella.submit(taken);

  for (const action of MODIFICATION_ACTIONS) {
    await trovella.modify(plan, action, await validModification(action, plan));
  }

  await trovella.requestReview(await trovella.nextStep(plan));
  await trovella.decide(plan, "reject");
  return plan;
}
