import {
  checkpoint,
  countingIds,
  decision,
  idsOf,
  modify,
  NOW,
  next,
  planOf,
  refusal,
  review,
  run,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { ModifyPlan } from "../command.ts";
import { decide } from "../decide.ts";
import type { ReviewPolicy } from "../plan-fields.ts";

const STEPS = [step(), checkpoint(), step(), step()];
const because = { modificationRationale: "The person asked for it in the chat." };

/** Every way to get around step 2 by changing the plan. */
const WAYS: readonly (readonly [string, ModifyPlan])[] = [
  ["remove_step", modify({ action: "remove_step", stepId: "step-2" })],
  ["fail_step", modify({ action: "fail_step", stepId: "step-2", reason: "Not needed." })],
  [
    "update_step_instructions",
    modify({ action: "update_step_instructions", stepId: "step-2", instructions: "Do nothing." }),
  ],
  ["reorder_steps to the end", reorder("step-1", "step-3", "step-4", "step-2")],
  ["reorder_steps of one step before it", reorder("step-4", "step-1", "step-2", "step-3")],
];

describe.each(["human_only", "client_attested"] as const)(
  "R31 modify_plan under %s",
  (reviewPolicy) => {
    const plan = planOf(STEPS, { reviewPolicy });

    it.each(WAYS)("R31 refuses an assistant's %s, whatever it gives as its reason", (_, way) => {
      for (const command of [way, { ...way, ...because }]) {
        const error = refusal(() => decide(plan, command, NOW));
        expect(error.code).toBe("REVIEW_REQUIRES_HUMAN");
        expect(error.message).toMatch(/Next: .*request_user_review.*console/);
        expect(error.details).toMatchObject({ stepId: "step-2", reviewPolicy });
      }
    });

    it.each(WAYS)("R31 lets a person %s", (_, way) => {
      expect(decide(plan, { ...way, by: "person" }, NOW).length).toBeGreaterThan(0);
    });

    it("R31 refuses it for a checkpoint in progress too", () => {
      const held = run(plan, [submit("step-1"), next()]);
      const fail = modify({ action: "fail_step", stepId: "step-2" });
      expect(refusal(() => decide(held, fail, NOW)).code).toBe("REVIEW_REQUIRES_HUMAN");
    });

    it("R31 refuses to reword a checkpoint that is settled, so that what was decided stays readable", () => {
      const reword = modify({
        action: "update_step_instructions",
        stepId: "step-2",
        instructions: "Something else was approved.",
      });
      const approved = run(plan, [submit("step-1"), next(), review("step-2"), decision("approve")]);
      expect(refusal(() => decide(approved, reword, NOW)).code).toBe("REVIEW_REQUIRES_HUMAN");
      const failed = run(plan, [modify({ action: "fail_step", stepId: "step-2", by: "person" })]);
      expect(refusal(() => decide(failed, reword, NOW)).code).toBe("REVIEW_REQUIRES_HUMAN");
    });

    it("R31 refuses to move a failed step before the checkpoint, where it could be retried", () => {
      const failed = run(plan, [modify({ action: "fail_step", stepId: "step-3" })]);
      const moved = reorder("step-1", "step-3", "step-2", "step-4");
      expect(refusal(() => decide(failed, moved, NOW)).code).toBe("REVIEW_REQUIRES_HUMAN");
    });

    it("R31 lets an assistant move a skipped step before the checkpoint, since nothing of it is left to do", () => {
      const skip = { type: "skip_step", by: "person", stepId: "step-3", reason: "Known." } as const;
      const moved = run(plan, [skip, reorder("step-1", "step-3", "step-2", "step-4")]);
      expect(idsOf(moved)).toEqual(["step-1", "step-3", "step-2", "step-4"]);
    });

    it("R31 names the first of the checkpoints that would be overtaken", () => {
      const two = planOf([checkpoint(), checkpoint(), step()], { reviewPolicy });
      const error = refusal(() => decide(two, reorder("step-3", "step-2", "step-1"), NOW));
      expect(error).toMatchObject({
        code: "REVIEW_REQUIRES_HUMAN",
        details: { stepId: "step-1" },
      });
    });

    it("R15 asks for every step first when a new order leaves the checkpoint out", () => {
      const error = refusal(() => decide(plan, reorder("step-3", "step-1", "step-4"), NOW));
      expect(error).toMatchObject({ code: "INVALID_INPUT", details: { field: "stepIds" } });
    });

    it("R31 leaves an assistant every change that does not touch the checkpoint", () => {
      const changed = run(plan, [
        reorder("step-1", "step-2", "step-4", "step-3"),
        modify({ action: "remove_step", stepId: "step-3" }),
        modify({ action: "add_steps", steps: [checkpoint()] }, countingIds("new-")),
        modify({ action: "fail_step", stepId: "step-4" }),
        modify({ action: "retry_step", stepId: "step-4" }),
        modify({ action: "update_step_instructions", stepId: "step-1", instructions: "Wider." }),
      ]);
      expect(idsOf(changed)).toEqual(["step-1", "step-2", "step-4", "new-step-1"]);
    });

    it("R31 a checkpoint that was added later is protected like the others", () => {
      const longer = run(plan, [
        modify({ action: "add_steps", steps: [checkpoint()] }, countingIds("new-")),
      ]);
      const remove = modify({ action: "remove_step", stepId: "new-step-1" });
      expect(refusal(() => decide(longer, remove, NOW)).code).toBe("REVIEW_REQUIRES_HUMAN");
    });

    it("R31 a checkpoint may be moved forward, and once settled overtaken", () => {
      expect(idsOf(run(plan, [reorder("step-2", "step-1", "step-3", "step-4")]))[0]).toBe("step-2");
      const passed = run(plan, [
        submit("step-1"),
        next(),
        review("step-2"),
        decision("approve"),
        reorder("step-1", "step-3", "step-2", "step-4"),
      ]);
      expect(idsOf(passed)).toEqual(["step-1", "step-3", "step-2", "step-4"]);
    });
  },
);

describe("R31 modify_plan under relayed_allowed", () => {
  const policy: ReviewPolicy = "relayed_allowed";
  const plan = planOf(STEPS, { reviewPolicy: policy });

  it.each(WAYS)("R31 takes an assistant's %s only with a rationale", (_, way) => {
    const error = refusal(() => decide(plan, way, NOW));
    expect(error.code).toBe("INVALID_INPUT");
    expect(error.details).toMatchObject({ field: "modificationRationale" });
    expect(decide(plan, { ...way, ...because }, NOW).at(-1)).toBeDefined();
  });
});

describe("R3 failing the last open step", () => {
  const plan = run(planOf(2), [submit("step-1")]);
  const fail = modify({ action: "fail_step", stepId: "step-2" });

  it("R3 needs a reason, since the plan is closed with it", () => {
    expect(refusal(() => decide(plan, fail, NOW)).details).toMatchObject({ field: "reason" });
    const failed = run(plan, [{ ...fail, reason: "No sources." } as ModifyPlan]);
    expect(failed.status).toBe("completed");
    expect(stepOf(failed, "step-2").failureReason).toBe("No sources.");
  });

  it("R3 needs none while other steps are open", () => {
    const first = modify({ action: "fail_step", stepId: "step-1" });
    expect(run(planOf(2), [first]).status).toBe("executing");
  });
});

function reorder(...stepIds: string[]): ModifyPlan {
  return modify({ action: "reorder_steps", stepIds });
}
