import {
  failedGate,
  modify,
  planOf,
  run,
  step,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { StepInput } from "./command.ts";
import type { StepType } from "./plan.ts";
import { supersededSteps } from "./superseded-steps.ts";

const typed = (stepType: StepType): StepInput => ({ ...step(), stepType });

/** search, critique, synthesize; the critique adds these. */
const critiqued = (...added: StepType[]) =>
  planOf([typed("search"), typed("critique"), typed("synthesize")], {
    branchingConditions: [
      {
        afterStepOrder: 2,
        conditionExpression: "found > 1",
        ifTrueAction: "add_steps",
        actionParams: { steps: added.map(typed) },
      },
    ],
  });
const BOTH = [submit("step-1"), submit("step-2")];

describe("R33 superseded results", () => {
  it("R33 are those that an added step of the same type repeats, once it is completed", () => {
    const added = run(critiqued("search", "critique"), BOTH);
    expect([...supersededSteps(added)]).toEqual([]);
    const searched = run(added, [submit("step-4")]);
    expect([...supersededSteps(searched)]).toEqual([["step-1", "step-4"]]);
    const doubted = run(searched, [submit("step-5")]);
    expect(Object.fromEntries(supersededSteps(doubted))).toEqual({
      "step-1": "step-4",
      "step-2": "step-5",
    });
  });

  it("R33 are not those of another type, nor of a repetition that failed", () => {
    const other = run(critiqued("analyze"), [...BOTH, submit("step-4")]);
    expect([...supersededSteps(other)]).toEqual([]);
    const failed = run(critiqued("search"), [
      ...BOTH,
      modify({ action: "fail_step", stepId: "step-4" }),
    ]);
    expect([...supersededSteps(failed)]).toEqual([]);
  });

  it("R33 name the newest of several repetitions", () => {
    const twice = run(critiqued("search", "search"), [...BOTH, submit("step-4"), submit("step-5")]);
    expect([...supersededSteps(twice)]).toEqual([["step-1", "step-5"]]);
  });

  it("R33 are those that a closing step, or one of the type custom, repeats", () => {
    const repeated = (stepType: StepType, closing: boolean) =>
      planOf([typed(stepType), typed("critique")], {
        branchingConditions: [
          {
            afterStepOrder: 2,
            conditionExpression: "found > 1",
            ifTrueAction: "add_steps",
            actionParams: { steps: [{ ...typed(stepType), closing }] },
          },
        ],
      });
    for (const plan of [repeated("synthesize", true), repeated("custom", false)]) {
      const done = run(plan, [...BOTH, submit("step-3")]);
      expect([...supersededSteps(done)]).toEqual([["step-1", "step-3"]]);
    }
  });

  it("R29 are not those of research that a repair of the document follows, but of an earlier repair", () => {
    const plan = planOf([typed("custom"), { ...typed("synthesize"), closing: true }], {
      evidencePolicy: "strict",
    });
    const failed = (stepId: string, repairStepId: string) =>
      submit(stepId, { gate: failedGate(), repairStepId });
    const once = run(plan, [submit("step-1"), failed("step-2", "repair-1")]);
    const again = run(once, [failed("repair-1", "repair-2")]);
    expect([...supersededSteps(again)]).toEqual([]);
    const twice = run(again, [failed("repair-2", "repair-3")]);
    expect([...supersededSteps(twice)]).toEqual([["repair-1", "repair-2"]]);
  });

  it("R33 are of the nearest earlier step of the type, never of a later one", () => {
    const plan = planOf([typed("search"), typed("search"), typed("critique"), typed("search")], {
      branchingConditions: [
        {
          afterStepOrder: 3,
          conditionExpression: "found > 1",
          ifTrueAction: "add_steps",
          actionParams: { steps: [typed("search")] },
        },
      ],
    });
    const done = ["step-1", "step-2", "step-3", "step-5"].map((stepId) => submit(stepId));
    expect([...supersededSteps(run(plan, done))]).toEqual([["step-2", "step-5"]]);
  });
});
