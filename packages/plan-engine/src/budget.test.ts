import {
  after,
  checkpoint,
  codeOf,
  decision,
  eventOf,
  eventTypes,
  modify,
  NOW,
  next,
  planOf,
  refusal,
  review,
  run,
  statusesOf,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { applyEvents } from "./apply-event.ts";
import { attemptMs, capsOf, isClosingStep, phaseCalledFor, usedAt } from "./budget.ts";
import { decide } from "./decide.ts";
import { chooseNextStep } from "./decisions/start-next-step.ts";
import type { Plan } from "./plan.ts";
import { ENDED_BY_BUDGET } from "./plan-phase.ts";

/** Started and failed attempts use up the budget: five attempts, of which the reserve keeps one. */
const small = { attempts: 5, reserve: 0.2 };

/** A plan of searches and a last step, after so many attempts of the first step. */
function attempted(count: number, plan: Plan = planOf(4, { budget: small })): Plan {
  return Array.from({ length: count }).reduce<Plan>(
    (current, _, index) => run(current, [next({ takeOverStepId: takenOver(index) })]),
    plan,
  );
}

const takenOver = (index: number) => (index === 0 ? undefined : "step-1");

describe("closing steps", () => {
  it("R18 are those that the plan marks, else the last one", () => {
    const marked = planOf([step(), { ...step(), closing: true }, step()]);
    expect(marked.steps.map((one) => isClosingStep(marked, one))).toEqual([false, true, false]);
    const plain = planOf(3);
    expect(plain.steps.map((one) => isClosingStep(plain, one))).toEqual([false, false, true]);
  });

  it("R18 cannot all be removed", () => {
    const plan = planOf([step(), { ...step(), closing: true }, { ...step(), closing: true }]);
    const once = run(plan, [modify({ action: "remove_step", stepId: "step-3" })]);
    const again = modify({ action: "remove_step", stepId: "step-2" });
    expect(codeOf(() => decide(once, again, NOW))).toBe("STEP_REFERENCED");
  });
});

describe("what a plan has spent", () => {
  it("R19 counts every start of a step, lost ones included", () => {
    expect(attempted(3).spent.attempts).toBe(3);
    const failed = run(planOf(2), [modify({ action: "fail_step", stepId: "step-1" })]);
    expect(failed.spent.attempts).toBe(1);
  });

  it("R19 counts the minutes of an attempt from its start to its end, without waiting for a person", () => {
    let plan = run(planOf(2), [next()], NOW);
    expect(usedAt(plan, after(10)).workMinutes).toBe(10);
    plan = run(plan, [review("step-1")], after(10));
    expect(usedAt(plan, after(600)).workMinutes).toBe(10);
    plan = run(plan, [decision("approve")], after(600));
    expect(plan.spent.workMs).toBe(10 * 60_000);
    expect(usedAt(plan, after(900)).workMinutes).toBe(10);
  });

  it("R19 counts an abandoned attempt until its lease ended, and nothing while a sent back step lies idle", () => {
    const lost = run(planOf(2), [next()], NOW);
    expect(usedAt(lost, after(300)).workMinutes).toBe(30);
    const reissued = run(lost, [next({ reclaim: true })], after(300));
    expect(reissued.spent.workMs).toBe(30 * 60_000);
    const waiting = run(run(planOf(2), [next()], NOW), [review("step-1")], after(5));
    const sentBack = run(waiting, [decision("modify")], after(50));
    expect(attemptMs(sentBack, stepOf(sentBack, "step-1"), after(500))).toBe(5 * 60_000);
  });

  it("R19 counts a late result until it was handed in", () => {
    const plan = run(run(planOf(2), [next()], NOW), [submit("step-1")], after(45));
    expect(plan.spent.workMs).toBe(45 * 60_000);
  });

  it("R19 counts every millisecond of an attempt, and none that it did not take", () => {
    const plan = run(planOf(2), [next()], NOW);
    const cancel = { type: "cancel_plan", by: "person", reason: "Enough." } as const;
    const soon = new Date(NOW.getTime() + 1);
    for (const end of [submit("step-1"), cancel]) {
      expect(run(plan, [end], soon).spent.workMs).toBe(1);
      expect(run(plan, [end], NOW).spent.workMs).toBe(0);
      expect(usedAt(plan, NOW).workMinutes).toBe(0);
    }
  });

  it("R19 does not count the time of a review that was requested as soon as the step was started", () => {
    const waiting = run(planOf(2), [next(), review("step-1")], NOW);
    expect(run(waiting, [decision("approve")], after(10)).spent.workMs).toBe(0);
  });

  it("R19 counts the time of a step while another one waits for a person", () => {
    const both = run(planOf(3), [next(), next()], NOW);
    const waiting = run(both, [review("step-1")], after(5));
    expect(attemptMs(waiting, stepOf(waiting, "step-2"), after(20))).toBe(20 * 60_000);
  });

  it("R19 counts a sent back step again from the moment at which it is handed out", () => {
    const again = [next(), review("step-1"), decision("modify"), next()];
    expect(usedAt(run(planOf(2), again, NOW), after(10)).workMinutes).toBe(10);
  });

  it("R19 takes the client's tokens instead of the model's for the same step", () => {
    const model = { tokens: 500, costUsd: 1 };
    const client = { tokens: 2_000, costUsd: 3 };
    let plan = run(planOf(2), [next(), submit("step-1", { usage: { toolCalls: 4, model } })]);
    expect(plan.spent).toMatchObject({ toolCalls: 4, tokens: 500, costUsd: 1 });
    plan = run(plan, [{ type: "record_usage", stepId: "step-1", usage: { client } }]);
    expect(plan.spent).toMatchObject({ toolCalls: 4, tokens: 2_000, costUsd: 3 });
    plan = run(plan, [{ type: "record_usage", stepId: "gone", usage: { client } }]);
    expect(plan.spent).toMatchObject({ tokens: 4_000, costUsd: 6 });
    expect(stepOf(plan, "step-1").usage).toEqual({ toolCalls: 4, subagents: 0, model, client });
  });

  it("R19 counts a subagent once, whether its report was stored or only named", () => {
    const stored = { type: "record_usage", stepId: "step-1", usage: { subagents: 1 } } as const;
    const plan = run(planOf(2), [next(), stored, stored]);
    const named = run(plan, [submit("step-1", { usage: { subagents: 3 } })]);
    expect(named.spent.subagents).toBe(3);
  });

  it("R19 counts usage of a closed plan, which stays closed", () => {
    const closed = run(planOf(1), [next(), submit("step-1")]);
    const client = { tokens: 7, costUsd: 0 };
    const plan = run(closed, [{ type: "record_usage", usage: { client } }]);
    expect(plan).toMatchObject({ status: "completed", phase: "open", spent: { tokens: 7 } });
  });

  it("R19 leaves the phase of a closed plan as it is, however much is counted afterwards", () => {
    const closed = run(planOf(1, { budget: { tokens: 5 } }), [next(), submit("step-1")]);
    const late = { type: "record_usage", usage: { client: { tokens: 7, costUsd: 0 } } } as const;
    expect(eventTypes(decide(closed, late, NOW))).toEqual(["usage_recorded"]);
  });
});

describe("the phase of a plan", () => {
  it("R20 has caps on attempts and subagents from the start, and on nothing else", () => {
    expect(capsOf(planOf(4))).toEqual({ attempts: 32, subagents: 60 });
    expect(capsOf(planOf(1, { budget: { attempts: 9, tokens: 10 } }))).toEqual({
      attempts: 9,
      subagents: 60,
      tokens: 10,
    });
  });

  it("R20 is closing when the reserve is all that is left, and spent at the cap", () => {
    expect(attempted(3).phase).toBe("open");
    expect(attempted(4)).toMatchObject({ phase: "closing", phaseCause: "attempts" });
    const closing = attempted(4);
    const spent = run(closing, [next()]);
    expect(spent).toMatchObject({ phase: "spent", phaseCause: "attempts" });
    expect(eventTypes(decide(attempted(3), next({ takeOverStepId: "step-1" }), NOW))).toEqual([
      "step_started",
      "budget_phase_changed",
    ]);
  });

  it.each([
    ["steps", { steps: 2, reserve: 0.5 }],
    ["toolCalls", { toolCalls: 10 }],
    ["subagents", { subagents: 5 }],
    ["tokens", { tokens: 1_000 }],
    ["costUsd", { costUsd: 2 }],
  ] as const)("R20 looks at %s", (cause, budget) => {
    const usage = { toolCalls: 8, subagents: 4, model: { tokens: 800, costUsd: 1.6 } };
    const plan = run(planOf(4, { budget }), [next(), submit("step-1", { usage })]);
    expect(plan).toMatchObject({ phase: "closing", phaseCause: cause });
  });

  it("R20 names the first of several caps that are reached", () => {
    const usage = { subagents: 4, model: { tokens: 800, costUsd: 0 } };
    const plan = planOf(4, { budget: { subagents: 5, tokens: 1_000 } });
    expect(run(plan, [next(), submit("step-1", { usage })]).phaseCause).toBe("subagents");
  });

  it("R20 notices time that passes without a call when the next one comes", () => {
    const plan = run(planOf(3, { budget: { workMinutes: 20 } }), [next()], NOW);
    const later = run(plan, [next()], after(17));
    expect(later).toMatchObject({ phase: "closing", phaseCause: "workMinutes" });
    expect(statusesOf(later)).toEqual(["in_progress", "pending", "in_progress"]);
  });

  it("R20 goes back only when the budget is raised", () => {
    const closing = attempted(4);
    expect(phaseCalledFor({ ...closing, steps: [] }, NOW).phase).toBe("closing");
    const raise = (attempts: number) => modify({ action: "change_budget", budget: { attempts } });
    expect(run(closing, [raise(50)])).toMatchObject({ phase: "open", phaseCause: null });
    // Still within the reserve of the new cap.
    expect(run(closing, [raise(5)]).phase).toBe("closing");
  });
});

describe("a budget", () => {
  it("R20 keeps what was not changed", () => {
    const plan = planOf(2, { budget: { tokens: 9, attempts: 9 } });
    const raised = run(plan, [modify({ action: "change_budget", budget: { tokens: 99 } })]);
    expect(raised.budget).toEqual({ tokens: 99, attempts: 9 });
  });

  it("R20 cannot be set below what is used already", () => {
    const change = modify({ action: "change_budget", budget: { attempts: 2 } });
    const error = refusal(() => decide(attempted(3), change, NOW));
    expect(error).toMatchObject({ code: "INVALID_INPUT", details: { field: "budget.attempts" } });
    expect(error.message).toContain("at least 3");
  });

  it("R20 can be set to what is used already, which leaves only the end", () => {
    const change = modify({ action: "change_budget", budget: { attempts: 3 } });
    expect(run(attempted(3), [change])).toMatchObject({ phase: "spent", phaseCause: "attempts" });
  });

  it("R20 is changed by a person alone if the plan says so", () => {
    const plan = planOf(2, { budget: { changes: "human_only" } });
    const change = modify({ action: "change_budget", budget: { attempts: 99 } });
    expect(codeOf(() => decide(plan, change, NOW))).toBe("BUDGET_REQUIRES_HUMAN");
    expect(run(plan, [{ ...change, by: "person" }]).budget?.attempts).toBe(99);
  });

  it("R20 is of no use to a closed plan", () => {
    const closed = run(planOf(1), [next(), submit("step-1")]);
    const change = modify({ action: "change_budget", budget: { attempts: 99 } });
    expect(codeOf(() => decide(closed, change, NOW))).toBe("PLAN_NOT_MODIFIABLE");
  });

  it("R20 may be changed while the plan waits or is stalled, which it stays", () => {
    const change = modify({ action: "change_budget", budget: { attempts: 99 } });
    const waiting = run(planOf(2), [next(), review("step-1")]);
    expect(run(waiting, [change]).status).toBe("awaiting_review");
    const stalled = run(run(planOf(2), [next()]), [{ type: "detect_stall" }], after(31));
    expect(run(stalled, [change], after(31)).status).toBe("stalled");
  });
});

describe("a plan that is closing", () => {
  const closing = attempted(4);

  it("R21 hands out closing steps alone, whatever they depend on", () => {
    const waiting = planOf([step(), step(), { ...step([2]), closing: true }], { budget: small });
    const events = decide(attempted(4, waiting), next(), NOW);
    expect(eventOf(events, "step_started")).toMatchObject({ stepId: "step-3", reason: "closing" });
    expect(codeOf(() => decide(closing, next({ takeOverStepId: "step-1" }), NOW))).toBe(
      "BUDGET_SPENT",
    );
    expect(chooseNextStep(closing, { reclaim: true }, after(99))).toMatchObject({
      step: { id: "step-4" },
    });
  });

  it("R21 takes results of work under way, and of closing steps that nobody was given", () => {
    expect(statusesOf(run(closing, [submit("step-1")]))).toEqual([
      "completed",
      "pending",
      "pending",
      "pending",
    ]);
    const waiting = planOf([step(), step(), { ...step([2]), closing: true }], { budget: small });
    expect(run(attempted(4, waiting), [submit("step-3")]).status).toBe("completed");
  });

  it("R21 ends everything else when its last closing step is settled", () => {
    const events = decide(run(closing, [next()]), submit("step-4"), after(5));
    const plan = applyEvents(run(closing, [next()]), events);
    expect(statusesOf(plan)).toEqual(["failed", "skipped", "skipped", "completed"]);
    expect(plan.status).toBe("completed");
    expect(eventOf(events, "step_skipped")).toMatchObject({ by: "budget" });
    expect(eventOf(events, "step_failed")).toMatchObject({ reason: ENDED_BY_BUDGET });
    expect(eventOf(events, "step_failed").workMs).toBe(5 * 60_000);
  });

  it("R21 goes on with what is pending when the budget was raised meanwhile", () => {
    const raised = run(closing, [
      next(),
      modify({ action: "change_budget", budget: { attempts: 50 } }),
    ]);
    const plan = run(raised, [submit("step-4"), next()]);
    expect(statusesOf(plan)).toEqual(["in_progress", "in_progress", "pending", "completed"]);
  });

  it("R21 skips what is pending when no closing step is left at all", () => {
    const plan = run(planOf(3, { budget: small }), [submit("step-3")]);
    const ended = attempted(4, plan);
    expect(statusesOf(ended)).toEqual(["in_progress", "skipped", "completed"]);
    // The work under way is handed out again if its holder is lost.
    expect(chooseNextStep(ended, {}, after(99))).toMatchObject({ reason: "reissued" });
    expect(run(ended, [submit("step-1")]).status).toBe("completed");
  });

  it("R21 keeps waiting for a person, and for checkpoints that only a person may leave out", () => {
    const steps = [step(), checkpoint(), { ...step(), closing: true }];
    const strict = attempted(4, planOf(steps, { budget: small, reviewPolicy: "human_only" }));
    expect(chooseNextStep(strict, {}, NOW)).toMatchObject({ step: { id: "step-2" } });
    const reviewed = run(strict, [next(), review("step-2")]);
    expect(chooseNextStep(reviewed, {}, NOW).status).toBe("awaiting_review");
    const approved = run(reviewed, [decision("approve"), next(), submit("step-3")]);
    expect(statusesOf(approved)).toEqual(["failed", "completed", "completed"]);

    const relayed = attempted(4, planOf(steps, { budget: small }));
    expect(statusesOf(run(relayed, [next(), submit("step-3")]))).toEqual([
      "failed",
      "skipped",
      "completed",
    ]);
  });

  it("R21 hands a reopened step out, since nothing else is left", () => {
    const failing = modify({ action: "fail_step", stepId: "step-4", reason: "No time." });
    const closed = run(closing, [submit("step-1"), failing]);
    expect(closed.status).toBe("completed");
    const reopened = run(closed, [{ type: "reopen_plan", by: "person" }]);
    expect(chooseNextStep(reopened, {}, NOW)).toMatchObject({ status: "step_ready" });
  });

  it("R21 hands a reopened step out that was no closing step before", () => {
    const ended = attempted(4, run(planOf(3, { budget: small }), [submit("step-3")]));
    const failing = modify({ action: "fail_step", stepId: "step-1", reason: "No time." });
    const reopened = run(ended, [failing, { type: "reopen_plan", by: "person" }]);
    expect(chooseNextStep(reopened, {}, NOW)).toMatchObject({ step: { id: "step-1" } });
  });

  it("R22 does not grow: no steps are added, and only closing ones are retried, twice", () => {
    const adding = modify({ action: "add_steps", steps: [step()] });
    expect(codeOf(() => decide(closing, adding, NOW))).toBe("BUDGET_SPENT");
    const steps = [step(), { ...step(), closing: true }, { ...step(), closing: true }];
    let plan = attempted(4, planOf(steps, { budget: small }));
    const fail = (stepId: string) => modify({ action: "fail_step", stepId, reason: "No." });
    const retry = (stepId: string) => modify({ action: "retry_step", stepId });
    plan = run(plan, [fail("step-1"), next(), fail("step-2")]);
    expect(codeOf(() => decide(plan, retry("step-1"), NOW))).toBe("BUDGET_SPENT");
    for (let retries = 0; retries < 2; retries += 1) {
      plan = run(plan, [retry("step-2"), next(), fail("step-2")]);
    }
    expect(codeOf(() => decide(plan, retry("step-2"), NOW))).toBe("BUDGET_SPENT");
  });

  it("R22 fires a branch that would add steps without effect", () => {
    const condition = {
      afterStepOrder: 1,
      conditionExpression: "found > 1",
      ifTrueAction: "add_steps" as const,
      actionParams: { steps: [step()] },
    };
    const plan = attempted(4, planOf(3, { budget: small, branchingConditions: [condition] }));
    const events = decide(plan, submit("step-1"), NOW);
    expect(eventOf(events, "branch_taken").isWithoutEffect).toBe(true);
    expect(applyEvents(plan, events).steps).toHaveLength(3);
  });

  it("R20 is accepted by a person once, until the budget is raised", () => {
    const accept = { type: "accept_closing", by: "person" } as const;
    const accepted = run(closing, [accept], after(1));
    expect(accepted.closingAcceptedAt).toEqual(after(1));
    expect(decide(accepted, accept, after(2))).toEqual([]);
    const raised = run(accepted, [modify({ action: "change_budget", budget: { attempts: 50 } })]);
    expect(raised.closingAcceptedAt).toBeNull();
    expect(codeOf(() => decide(raised, accept, NOW))).toBe("INVALID_TRANSITION");
  });
});
