import {
  checkpoint,
  codeOf,
  countingIds,
  decision,
  modify,
  NOW,
  next,
  planOf,
  planWithConditions,
  review,
  run,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "./decide.ts";
import { chooseNextStep } from "./decisions/start-next-step.ts";
import { refusalOf } from "./decisions/submit-result.ts";
import type { Plan } from "./plan.ts";
import { REVIEW_POLICIES } from "./plan-fields.ts";
import { isReady } from "./readiness.ts";

const STRICT = ["human_only", "client_attested"] as const;

describe.each(STRICT)("R31 what follows a checkpoint under %s", (reviewPolicy) => {
  const plan = planOf([step(), checkpoint(), step(), step([3])], { reviewPolicy });
  const atCheckpoint = run(plan, [next(), submit("step-1"), next({ newLeaseToken: "c" })]);

  it("R31 is not handed out while the checkpoint is pending or in progress", () => {
    expect(readySteps(plan)).toEqual(["step-1", "step-2"]);
    expect(stepOf(atCheckpoint, "step-2").status).toBe("in_progress");
    expect(chooseNextStep(atCheckpoint, {}, NOW)).toMatchObject({
      status: "no_pending_steps",
      blockedCount: 2,
    });
  });

  it("R31 takes no result before the person has decided", () => {
    expect(refusalOf(decide(plan, submit("step-3"), NOW))?.code).toBe("STEP_BLOCKED");
    expect(refusalOf(decide(atCheckpoint, submit("step-3"), NOW))?.code).toBe("STEP_BLOCKED");
  });

  it.each(["approve", "skip"] as const)("R31 goes on after %s", (chosen) => {
    const decided = run(atCheckpoint, [review("step-2"), decision(chosen)]);
    expect(readySteps(decided)).toEqual(["step-3"]);
  });

  it("R31 still waits when the checkpoint is sent back", () => {
    const sentBack = run(atCheckpoint, [review("step-2"), decision("modify")]);
    expect(readySteps(sentBack)).toEqual([]);
    expect(chooseNextStep(sentBack, {}, NOW)).toMatchObject({ reason: "sent_back" });
  });

  it("R31 still waits when the steps between are failed or removed", () => {
    const chained = planOf([checkpoint(), step([1]), step([2])], { reviewPolicy });
    const failed = run(chained, [next(), modify({ action: "fail_step", stepId: "step-2" })]);
    expect(readySteps(failed)).toEqual([]);
    const removed = run(chained, [next(), modify({ action: "remove_step", stepId: "step-2" })]);
    expect(stepOf(removed, "step-3").dependsOn).toEqual([]);
    expect(readySteps(removed)).toEqual([]);
  });

  it("R31 still waits when a branch skips to a step behind the checkpoint, which then comes first", () => {
    const jumping = planOf([step(), step(), checkpoint(), step(), step()], {
      reviewPolicy,
      branchingConditions: [
        {
          afterStepOrder: 1,
          conditionExpression: "found > 1",
          ifTrueAction: "skip_to",
          actionParams: { targetStepOrder: 5 },
        },
      ],
    });
    const jumped = run(jumping, [next(), submit("step-1")]);
    expect(jumped.steps.map(({ status }) => status)).toEqual([
      "completed",
      "skipped",
      "pending",
      "skipped",
      "pending",
    ]);
    expect(readySteps(jumped)).toEqual(["step-3"]);
    expect(chooseNextStep(jumped, {}, NOW)).toMatchObject({ step: { id: "step-3" } });
  });

  it("R31 still waits after another client took the checkpoint over, or the checkpoint was retried", () => {
    const taken = run(atCheckpoint, [next({ takeOverStepId: "step-2", sessionId: "other" })]);
    expect(readySteps(taken)).toEqual([]);
    const retried = run(atCheckpoint, [
      modify({ action: "fail_step", stepId: "step-2", by: "person" }),
      modify({ action: "retry_step", stepId: "step-2" }),
    ]);
    expect(stepOf(retried, "step-2").requiresReview).toBe(true);
    expect(readySteps(retried)).toEqual(["step-2"]);
    expect(refusalOf(decide(retried, submit("step-2"), NOW))?.code).toBe("REVIEW_REQUIRED");
  });

  it("R31 a step put behind the checkpoint waits for it too", () => {
    const longer = run(plan, [
      modify({ action: "add_steps", steps: [step([1])], insertAfterOrder: 2 }, countingIds("new-")),
    ]);
    expect(readySteps(run(longer, [submit("step-1")]))).toEqual(["step-2"]);
  });
});

it("R31 under relayed_allowed order alone holds nothing back", () => {
  const plan = planOf([checkpoint(), step(), step([1])]);
  expect(readySteps(plan)).toEqual(["step-1", "step-2"]);
});

it.each(REVIEW_POLICIES)("R12 dependencies hold a step back under %s", (reviewPolicy) => {
  expect(readySteps(planOf([step(), step([1])], { reviewPolicy }))).toEqual(["step-1"]);
});

it("R31 a branch may still fail the plan before its checkpoint", () => {
  const plan = planWithConditions(2, {
    afterStepOrder: 1,
    conditionExpression: "found > 1",
    ifTrueAction: "fail",
  });
  const strict = { ...plan, reviewPolicy: "human_only" } as const;
  const failed = run(strict, [submit("step-1")]);
  expect(failed.status).toBe("failed");
  expect(codeOf(() => decide(failed, decision("approve"), NOW))).toBe("PLAN_CLOSED");
});

function readySteps(plan: Plan): string[] {
  return plan.steps
    .filter((one) => one.status === "pending" && isReady(plan, one))
    .map(({ id }) => id);
}
