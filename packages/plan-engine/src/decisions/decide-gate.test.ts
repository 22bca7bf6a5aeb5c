import {
  codeOf,
  decision,
  eventOf,
  eventTypes,
  failedGate,
  idsOf,
  modify,
  NOW,
  next,
  planOf,
  review,
  run,
  statusesOf,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { applyEvents } from "../apply-event.ts";
import type { CreatePlan, Gate, StepInput } from "../command.ts";
import { decide } from "../decide.ts";
import type { Plan } from "../plan.ts";
import { needsGate } from "./decide-gate.ts";

const closing: StepInput = { stepType: "synthesize", instructions: "Write.", closing: true };
const strictPlan = (steps: number | StepInput[] = [step(), closing], rest = {}) =>
  planOf(steps, { evidencePolicy: "strict", ...rest } satisfies Partial<CreatePlan>);

const handIn = (stepId: string, gate: Gate | undefined = failedGate(), repair = "repair-1") =>
  submit(stepId, { gate, repairStepId: repair });
const passedGate = () => failedGate({ passed: true, failing: [] });

/** The plan before its closing step is handed in. */
const ready = (rest: Partial<CreatePlan> = {}) =>
  run(strictPlan([step(), closing], rest), [submit("step-1"), next()]);

describe("the gate", () => {
  it("R29 adds a repair step when a closing step is handed in and claims fail", () => {
    const plan = ready();
    const events = decide(plan, handIn("step-2"), NOW);
    expect(eventTypes(events)).toEqual(["step_completed", "gate_failed", "steps_added"]);
    expect(eventOf(events, "gate_failed")).toEqual({
      type: "gate_failed",
      stepId: "step-2",
      counts: { supported: 2, unsupported: 1 },
      digest: "digest-of-claims",
      repair: 1,
      at: NOW,
    });
    const repaired = applyEvents(plan, events);
    expect(repaired).toMatchObject({ status: "executing", repairs: 1 });
    expect(stepOf(repaired, "repair-1")).toMatchObject({
      type: "custom",
      order: 3,
      dependsOn: ["step-2"],
      isClosing: true,
      requiresReview: false,
      addedAfterStepId: "step-2",
      status: "pending",
    });
  });

  it("R29 is passed once the claims are repaired, and the plan completes", () => {
    const repaired = run(ready(), [handIn("step-2"), next()]);
    expect(stepOf(repaired, "repair-1").status).toBe("in_progress");
    const events = decide(repaired, handIn("repair-1", passedGate(), "repair-2"), NOW);
    expect(eventTypes(events)).toEqual(["step_completed", "gate_passed", "plan_status_changed"]);
    expect(eventOf(events, "gate_passed")).toMatchObject({
      stepId: "repair-1",
      counts: { supported: 2, unsupported: 1 },
      digest: "digest-of-claims",
    });
    expect(applyEvents(repaired, events)).toMatchObject({ status: "completed", repairs: 1 });
  });

  it("R29 repairs twice, then lets the plan complete", () => {
    const twice = run(ready(), [
      handIn("step-2"),
      handIn("repair-1", failedGate(), "repair-2"),
      next(),
    ]);
    expect(twice).toMatchObject({ repairs: 2, status: "executing" });
    const events = decide(twice, handIn("repair-2", failedGate(), "repair-3"), NOW);
    expect(eventTypes(events)).toEqual(["step_completed", "gate_waived", "plan_status_changed"]);
    expect(eventOf(events, "gate_waived")).toMatchObject({
      stepId: "repair-2",
      why: "repairs_used",
      counts: { supported: 2, unsupported: 1 },
      digest: "digest-of-claims",
    });
    expect(applyEvents(twice, events)).toMatchObject({ status: "completed", repairs: 2 });
  });

  it("R29 is waived when the budget leaves only the end", () => {
    const plan = strictPlan([step(), closing, step()]);
    const closed = run(plan, [submit("step-1", { usage: { subagents: 50 } }), next()]);
    expect(closed.phase).toBe("closing");
    const events = decide(closed, handIn("step-2"), NOW);
    expect(eventOf(events, "gate_waived").why).toBe("budget");
    expect(eventTypes(events)).not.toContain("steps_added");
    expect(applyEvents(closed, events).status).toBe("completed");
  });

  it("R29 is waived when the plan has no room for another step", () => {
    const grown = (count: number) => {
      const plan = strictPlan([...Array.from({ length: 99 }, () => step()), closing]);
      const steps = Array.from({ length: count - 100 }, () => step());
      const adding = modify({ action: "add_steps", steps, insertAfterOrder: 0 });
      return run(plan, [adding]);
    };
    const full = decide(grown(200), handIn("step-100"), NOW);
    expect(eventOf(full, "gate_waived").why).toBe("steps_limit");
    expect(eventTypes(decide(grown(199), handIn("step-100"), NOW))).toContain("gate_failed");
  });

  it("R29 says that the repairs are used before it speaks of budget or room", () => {
    const plan: Plan = { ...ready(), repairs: 2, phase: "closing", phaseCause: "attempts" };
    expect(eventOf(decide(plan, handIn("step-2"), NOW), "gate_waived").why).toBe("repairs_used");
  });

  it("R29 what waited for the step waits for its repair, by order or by dependency", () => {
    const ordered = run(strictPlan([closing, step(), step()]), [handIn("step-1")]);
    expect(idsOf(ordered)).toEqual(["step-1", "repair-1", "step-2", "step-3"]);
    expect(stepOf(ordered, "step-2").dependsOn).toEqual(["repair-1"]);
    expect(stepOf(ordered, "step-3").dependsOn).toEqual(["repair-1"]);
    const dependent = run(strictPlan([closing, step([1]), step()]), [handIn("step-1")]);
    expect(stepOf(dependent, "step-2").dependsOn).toEqual(["step-1", "repair-1"]);
    expect(stepOf(dependent, "step-3").dependsOn).toEqual([]);
  });

  it("R29 looks at the step that completes the plan, though it is no closing step", () => {
    const plan = run(strictPlan([step(), closing]), [
      modify({ action: "fail_step", stepId: "step-2", reason: "No time." }),
      next(),
    ]);
    const events = decide(plan, handIn("step-1"), NOW);
    expect(eventTypes(events)).toEqual(["step_completed", "gate_failed", "steps_added"]);
    expect(idsOf(applyEvents(plan, events))).toEqual(["step-1", "repair-1", "step-2"]);
  });

  it("R29 takes the last step of a plan without marks for its closing step", () => {
    const plan = strictPlan(2);
    expect(eventTypes(decide(plan, handIn("step-2"), NOW))).toContain("gate_failed");
    expect(eventTypes(decide(plan, handIn("step-1"), NOW))).not.toContain("gate_failed");
  });

  it("R29 does not look at steps that something else follows, nor at a plan that fails", () => {
    const adding = (ifTrueAction: "add_steps" | "fail", gated: StepInput) =>
      strictPlan([gated], {
        branchingConditions: [
          {
            afterStepOrder: 1,
            conditionExpression: "found === 3",
            ifTrueAction,
            actionParams: { steps: [closing], reason: "Nothing there." },
          },
        ],
      });
    const types = (plan: Plan) => eventTypes(decide(plan, handIn("step-1"), NOW));
    const twoSteps = run(strictPlan([step(), closing]), [next()]);
    expect(types(twoSteps)).toEqual(["step_completed"]);
    expect(types(adding("fail", closing)).filter((type) => type.startsWith("gate"))).toEqual([]);
    // A closing step is looked at even if its branch goes on.
    const branched = decide(adding("add_steps", closing), handIn("step-1"), NOW);
    expect(eventTypes(branched).slice(1)).toEqual([
      "step_completed",
      "branch_taken",
      "steps_added",
      "gate_failed",
      "steps_added",
      "plan_status_changed",
    ]);
    const plan = applyEvents(adding("add_steps", closing), branched);
    expect(plan.steps.map(({ id }) => id).slice(0, 2)).toEqual(["step-1", "repair-1"]);
    expect(plan.steps[2]?.dependsOn).toEqual(["repair-1"]);
  });

  it("R29 says nothing without a gate, for a refused result, or for an approval", () => {
    const gates = (types: readonly string[]) => types.filter((type) => type.startsWith("gate"));
    expect(gates(eventTypes(decide(ready(), submit("step-2"), NOW)))).toEqual([]);
    const late = handIn("step-2", failedGate());
    const refused = decide(ready(), { ...late, leaseToken: "another" }, NOW);
    expect(eventTypes(refused)).toEqual(["result_refused"]);
    const approved = decide(run(ready(), [review("step-2")]), decision("approve"), NOW);
    expect(gates(eventTypes(approved))).toEqual([]);
  });

  it("R29 needs the id of the repair step only when it adds one", () => {
    const without = (gate: Gate) => submit("step-2", { gate });
    expect(codeOf(() => decide(ready(), without(failedGate()), NOW))).toBe("INVALID_INPUT");
    expect(eventTypes(decide(ready(), without(passedGate()), NOW))).toContain("gate_passed");
    const noted = decide(ready({ evidencePolicy: "warn" }), without(failedGate()), NOW);
    expect(eventTypes(noted)).toContain("gate_noted");
  });

  it("R30 only counts the claims under warn, which is the default, and only if there are any", () => {
    expect(planOf(1).evidencePolicy).toBe("warn");
    const plan = run(planOf(1), [next()]);
    const events = decide(plan, handIn("step-1"), NOW);
    expect(eventTypes(events)).toEqual(["step_completed", "gate_noted", "plan_status_changed"]);
    expect(eventOf(events, "gate_noted")).toEqual({
      type: "gate_noted",
      stepId: "step-1",
      counts: { supported: 2, unsupported: 1 },
      digest: "digest-of-claims",
      at: NOW,
    });
    const none = decide(plan, handIn("step-1", failedGate({ total: 0 })), NOW);
    expect(eventTypes(none)).toEqual(["step_completed", "plan_status_changed"]);
  });

  it("R30 does nothing under off", () => {
    const plan = run(planOf(1, { evidencePolicy: "off" }), [next()]);
    expect(eventTypes(decide(plan, handIn("step-1"), NOW))).toEqual([
      "step_completed",
      "plan_status_changed",
    ]);
  });

  it("R29 keeps its repair open to the end of a plan whose budget is used up", () => {
    const plan = run(strictPlan([step(), closing, step()]), [submit("step-1"), next(), next()]);
    const usage = { subagents: 60 };
    const spent = run(plan, [{ ...handIn("step-2"), usage }]);
    expect(spent.phase).toBe("spent");
    expect(statusesOf(spent)).toEqual(["completed", "completed", "pending", "in_progress"]);
    const ended = run(spent, [next(), handIn("repair-1", failedGate(), "repair-2")]);
    expect(ended).toMatchObject({ status: "completed", repairs: 1 });
  });
});

describe("needsGate", () => {
  it("R29 says so of closing steps, and of others when no closing step is left", () => {
    const plan = strictPlan([step(), closing, step()]);
    expect(idsOf(plan).filter((id) => needsGate(plan, id))).toEqual(["step-2"]);
    const closed = run(plan, [handIn("step-2", passedGate())]);
    expect(needsGate(closed, "step-1")).toBe(true);
    expect(needsGate(plan, "step-9")).toBe(false);
  });

  it("R30 says so under warn and strict", () => {
    const asked = (["off", "warn", "strict"] as const).filter((evidencePolicy) =>
      needsGate(planOf([closing], { evidencePolicy }), "step-1"),
    );
    expect(asked).toEqual(["warn", "strict"]);
  });
});
