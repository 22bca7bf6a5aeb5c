import {
  checkpoint,
  countingIds,
  eventOf,
  modify,
  NOW,
  next,
  planOf,
  run,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { BranchingConditionInput, StepInput } from "../command.ts";
import { decide } from "../decide.ts";
import type { Plan } from "../plan.ts";
import { chooseNextStep } from "./start-next-step.ts";

/** Adds steps after the given one; they get the ids after those of the plan. */
function adding(afterStepOrder: number, steps: StepInput[] = [step(), step()]) {
  const condition: BranchingConditionInput = {
    afterStepOrder,
    conditionExpression: "found > 1",
    ifTrueAction: "add_steps",
    actionParams: { steps },
  };
  return condition;
}

const withBranch = (steps: StepInput[], ...branchingConditions: BranchingConditionInput[]) =>
  planOf(steps, { branchingConditions });

describe("R33 steps that a branch adds, in a plan with dependencies", () => {
  const plan = withBranch([step(), step([1]), step([2]), step()], adding(1));
  const added = run(plan, [next(), submit("step-1")]);

  it("R33 join the chain: pending steps that depended on the branching one wait for the last added", () => {
    expect(dependencies(added)).toEqual({
      "step-1": [],
      "step-5": [],
      "step-6": [],
      "step-2": ["step-1", "step-6"],
      "step-3": ["step-2"],
      "step-4": [],
    });
    expect(added.steps.map(({ addedAfterStepId }) => addedAfterStepId)).toEqual([
      null,
      "step-1",
      "step-1",
      null,
      null,
      null,
    ]);
  });

  it("R33 come before the steps that go on from them", () => {
    const working = run(added, [next(), next()]);
    expect(chooseNextStep(working, {}, NOW)).toMatchObject({ step: { id: "step-4" } });
    const settled = run(working, [submit("step-5"), submit("step-6")]);
    expect(chooseNextStep(settled, {}, NOW)).toMatchObject({ step: { id: "step-2" } });
  });

  it("R33 say in the event which steps wait, so that the log alone rebuilds the plan", () => {
    const events = decide(run(plan, [next()]), submit("step-1"), NOW);
    expect(eventOf(events, "steps_added")).toMatchObject({
      branchOf: "step-1",
      waitingStepIds: ["step-2"],
    });
  });

  it("R33 leave alone a dependent that has started or is settled", () => {
    const early = run(plan, [
      modify({ action: "fail_step", stepId: "step-1" }),
      next(),
      modify({ action: "retry_step", stepId: "step-1" }),
      submit("step-1"),
    ]);
    expect(stepOf(early, "step-2")).toMatchObject({
      status: "in_progress",
      dependsOn: ["step-1"],
    });
  });

  it("R33 keep the order that dependencies ask for", () => {
    const backwards = ["step-1", "step-2", "step-3", "step-4", "step-5", "step-6"];
    const reorder = modify({ action: "reorder_steps", stepIds: backwards });
    expect(() => decide(added, reorder, NOW)).toThrow("before a step it depends on");
  });

  it("R33 free the waiting steps when the last added one is removed", () => {
    const removed = run(added, [modify({ action: "remove_step", stepId: "step-6" })]);
    expect(stepOf(removed, "step-2").dependsOn).toEqual(["step-1"]);
  });
});

describe("R33 steps that a branch adds, in a plan without dependencies", () => {
  it("R33 are waited for by every later pending step", () => {
    const plan = withBranch([step(), step(), checkpoint(), step()], adding(1));
    const added = run(plan, [next(), next(), submit("step-1")]);
    expect(dependencies(added)).toEqual({
      "step-1": [],
      "step-5": [],
      "step-6": [],
      // In progress already.
      "step-2": [],
      "step-3": ["step-6"],
      "step-4": ["step-6"],
    });
  });

  it("R33 are waited for also when they have dependencies among themselves, and by a second branch", () => {
    const plan = withBranch(
      [step(), step(), step()],
      adding(1, [step([1]), step([2])]),
      adding(2, [step([1])]),
    );
    const once = run(plan, [next(), submit("step-1")]);
    expect(stepOf(once, "step-2").dependsOn).toEqual(["step-5"]);
    const twice = run(once, [submit("step-4"), submit("step-5"), submit("step-2")]);
    expect(stepOf(twice, "step-3").dependsOn).toEqual(["step-5", "step-6"]);
  });

  it("R33 earlier steps do not wait", () => {
    const plan = withBranch([step(), step()], adding(2));
    expect(stepOf(run(plan, [submit("step-2")]), "step-1").dependsOn).toEqual([]);
  });

  it("R33 is about branches: steps that modify_plan adds change no dependencies", () => {
    const add = modify(
      { action: "add_steps", steps: [step()], insertAfterOrder: 1 },
      countingIds("new-"),
    );
    const plan = run(planOf(2), [add]);
    expect(eventOf(decide(planOf(2), add, NOW), "steps_added").waitingStepIds).toEqual([]);
    expect(dependencies(plan)).toEqual({ "step-1": [], "new-step-1": [], "step-2": [] });
    expect(stepOf(plan, "new-step-1").addedAfterStepId).toBeNull();
  });
});

function dependencies(plan: Plan): Record<string, readonly string[]> {
  return Object.fromEntries(plan.steps.map(({ id, dependsOn }) => [id, dependsOn]));
}
