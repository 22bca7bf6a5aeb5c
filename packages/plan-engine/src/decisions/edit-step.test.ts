import {
  after,
  checkpoint,
  codeOf,
  countingIds,
  modify,
  next,
  planOf,
  refusal,
  review,
  run,
  step,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { Plan } from "../plan.ts";
import { chooseNextStep } from "./start-next-step.ts";

const by = "person";
const skip = (stepId: string) => ({ type: "skip_step", by, stepId, reason: "Known." }) as const;
const ask = (insertAfterOrder?: number) =>
  ({
    type: "ask_for_checkpoint",
    by,
    newId: countingIds("asked-"),
    instructions: "Show me.",
    insertAfterOrder,
  }) as const;
const offered = (plan: Plan) => {
  const chosen = chooseNextStep(plan, {}, after(1));
  return chosen.status === "step_ready" ? chosen.step.id : chosen.status;
};
const stalled = run(run(planOf(3), [next()]), [{ type: "detect_stall" }], after(60));

describe("skipping a step", () => {
  it("R37 settles a pending one with the person's reason, checkpoints included", () => {
    const plan = planOf([checkpoint(), step()], { reviewPolicy: "human_only" });
    const events = decide(plan, skip("step-1"), after(1));
    expect(events).toMatchObject([{ type: "step_skipped", by: "person", reason: "Known." }]);
    expect(offered(run(plan, [skip("step-1")]))).toBe("step-2");
  });

  it("R37 completes the plan with its last open step", () => {
    const plan = run(planOf(2), [next(), submit("step-1"), skip("step-2")]);
    expect(plan.status).toBe("completed");
  });

  it("R37 is not for steps that have begun or ended", () => {
    const plan = run(planOf(2), [next()]);
    expect(refusal(() => decide(plan, skip("step-1"), after(1)))).toMatchObject({
      code: "INVALID_TRANSITION",
      message: expect.stringContaining("Only a pending step can be skipped"),
    });
    const done = run(plan, [submit("step-1")]);
    expect(codeOf(() => decide(done, skip("step-1"), after(1)))).toBe("STEP_SETTLED");
  });

  it("R37 leaves a stalled plan stalled, since nobody has worked on it", () => {
    expect(run(stalled, [skip("step-2")], after(61)).status).toBe("stalled");
  });
});

describe("editing a step", () => {
  const edit = { type: "edit_step", by, stepId: "step-2" } as const;

  it("R37 changes the type, the instructions and the review of a pending one", () => {
    const plan = run(planOf([step(), checkpoint()], { reviewPolicy: "human_only" }), [
      { ...edit, stepType: "analyze", instructions: "Compare.", requiresReview: false },
    ]);
    expect(plan.steps[1]).toMatchObject({
      type: "analyze",
      instructions: "Compare.",
      requiresReview: false,
      status: "pending",
    });
  });

  it("R37 keeps what is left out, and is no event when nothing changes", () => {
    expect(run(planOf(2), [{ ...edit, stepType: "extract" }]).steps[1]).toMatchObject({
      type: "extract",
      instructions: "Find sources.",
    });
    expect(decide(planOf(2), { ...edit, stepType: "search" }, after(1))).toEqual([]);
  });

  it("R37 is not for steps that have begun", () => {
    const plan = run(planOf(1), [next()]);
    const begun = { ...edit, stepId: "step-1", instructions: "Other." };
    expect(codeOf(() => decide(plan, begun, after(1)))).toBe("INVALID_TRANSITION");
  });
});

describe("asking for a checkpoint", () => {
  it("R37 puts it before the next step, and every pending step waits for it under any policy", () => {
    const plan = run(planOf(3), [next(), submit("step-1"), ask()]);
    expect(plan.steps.map(({ id }) => id)).toEqual(["step-1", "asked-step-1", "step-2", "step-3"]);
    expect(plan.steps[1]).toMatchObject({ type: "checkpoint", requiresReview: true });
    const held = run(plan, [next({ sessionId: "a" })]);
    expect(held.steps[1]?.status).toBe("in_progress");
    expect(offered(held)).toBe("no_pending_steps");
  });

  it("R37 puts it after a given step, for whose end and those before it it waits", () => {
    const plan = run(planOf(3), [ask(2)]);
    expect(plan.steps[2]).toMatchObject({ id: "asked-step-1", dependsOn: ["step-1", "step-2"] });
    expect(plan.steps[3]?.dependsOn).toEqual(["asked-step-1"]);
  });

  it("R37 puts it at the end when all steps have begun, and keeps the limits", () => {
    const plan = run(planOf(1), [next(), ask()]);
    expect(plan.steps.map(({ id }) => id)).toEqual(["step-1", "asked-step-1"]);
    expect(codeOf(() => decide(plan, ask(9), after(1)))).toBe("INVALID_INPUT");
    const spent = planOf(2, { budget: { attempts: 1 } });
    expect(codeOf(() => decide(run(spent, [next()]), ask(), after(1)))).toBe("BUDGET_SPENT");
    const steps = Array.from({ length: 100 }, () => step());
    const full = run(planOf(100), [modify({ action: "add_steps", steps })]);
    expect(codeOf(() => decide(full, ask(), after(1)))).toBe("LIMIT_EXCEEDED");
  });

  it("R37 makes it no closing step, so that the plan still ends with its document", () => {
    const plan = run(planOf(1), [next(), ask()]);
    expect(plan.steps.map(({ isClosing }) => isClosing)).toEqual([false, false]);
  });

  it("R37 is not for closed plans", () => {
    const closed = run(planOf(1), [next(), submit("step-1")]);
    expect(codeOf(() => decide(closed, ask(), after(1)))).toBe("PLAN_CLOSED");
  });
});

describe("what people change by modify_plan", () => {
  const reword = {
    type: "modify_plan",
    action: "update_step_instructions",
    stepId: "step-3",
    instructions: "More.",
  } as const;

  it("R37 may be changed in any open plan, unlike by assistants", () => {
    const waiting = run(planOf(3), [next(), review("step-1")]);
    for (const plan of [stalled, waiting]) {
      expect(codeOf(() => decide(plan, reword, after(61)))).toBe("PLAN_NOT_MODIFIABLE");
      const changed = run(plan, [{ ...reword, by }], after(61));
      expect(changed).toMatchObject({ status: plan.status });
      expect(changed.steps[2]?.instructions).toBe("More.");
    }
  });

  it("R37 does not end a step that waits for a review: a decision does", () => {
    const waiting = run(planOf(2), [next(), review("step-1")]);
    const fail = { type: "modify_plan", action: "fail_step", stepId: "step-1", by } as const;
    expect(codeOf(() => decide(waiting, fail, after(1)))).toBe("AWAITING_REVIEW");
  });
});
