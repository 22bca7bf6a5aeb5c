import {
  after,
  decision,
  modify,
  next,
  planOf,
  review,
  run,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { chooseNextStep } from "./decisions/start-next-step.ts";
import { failureSignature } from "./failure-cause.ts";
import type { Plan } from "./plan.ts";

const retry = (stepId: string) => modify({ action: "retry_step", stepId });
const fail = (stepId: string, reason?: string) => modify({ action: "fail_step", stepId, reason });

/** Each step is handed out and fails for its reason. */
function failing(plan: Plan, reasons: readonly (string | undefined)[], from = 0): Plan {
  return reasons.reduce<Plan>((current, reason, index) => {
    const at = after(from + index);
    const handedOut = run(current, [next()], at);
    const step = handedOut.steps.find(({ status }) => status === "in_progress");
    return run(handedOut, [fail(step?.id ?? "", reason)], at);
  }, plan);
}

describe("the breaker", () => {
  it("R23 stops research after three failures alike, and the plan still gets its closing step", () => {
    const reasons = [1, 2, 3].map(
      (n) => `HTTP 429 from https://example.org/${n}, request req_${n}abc12`,
    );
    expect(failing(planOf(6), reasons.slice(0, 2)).phase).toBe("open");
    const tripped = failing(planOf(6), reasons);
    expect(tripped).toMatchObject({ phase: "closing", phaseCause: "repeated_failures" });
    expect(chooseNextStep(tripped, {}, after(9))).toMatchObject({ step: { id: "step-6" } });
  });

  it("R23 does not stop when failures differ or have no reason, or a step succeeded in between", () => {
    expect(failing(planOf(6), ["No access.", "Timed out.", "No access."]).phase).toBe("open");
    expect(failing(planOf(6), [undefined, undefined, undefined]).phase).toBe("open");
    const between = run(
      failing(planOf(6), ["No access.", "No access."]),
      [next(), submit("step-3")],
      after(3),
    );
    expect(failing(between, ["No access.", "No access."]).phase).toBe("open");
  });

  it("R23 does not count steps that were dropped before anybody held them", () => {
    const dropped = ["step-1", "step-2", "step-3"].map((id) => fail(id, "Not needed."));
    expect(run(planOf(6), dropped).phase).toBe("open");
  });

  it("R23 looks at the last three that ended, whatever their place in the plan", () => {
    const early = run(planOf(6), [submit("step-5"), next(), next(), next()]);
    const failed = ["step-3", "step-1", "step-2"].reduce<Plan>(
      (plan, id, index) => run(plan, [fail(id, "Down.")], after(1 + index)),
      early,
    );
    expect(failed).toMatchObject({ phase: "closing", phaseCause: "repeated_failures" });
  });

  it("R23 stops when a step was started four times and lost each time", () => {
    let plan = planOf(3);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      plan = run(plan, [next({ reclaim: true })], after(attempt * 60));
    }
    expect(stepOf(plan, "step-1").attempt).toBe(4);
    expect(plan.phase).toBe("open");
    // Its fourth holder may still deliver.
    expect(run(plan, [submit("step-1")], after(190)).phase).toBe("open");
    const lost = run(plan, [next({ reclaim: true })], after(240));
    expect(lost).toMatchObject({ phase: "closing", phaseCause: "lost_attempts" });
    expect(stepOf(lost, "step-3").status).toBe("in_progress");
  });

  it("R23 does not count a person who sends a step back", () => {
    let plan = planOf(2);
    for (let round = 0; round < 6; round += 1) {
      plan = run(
        plan,
        [next(), { ...review("step-1"), reviewId: `review-${round}` }, decision("modify")],
        after(round),
      );
    }
    expect(run(plan, [next()], after(9)).phase).toBe("open");
    // Its holder is lost once, which is no more than that.
    const held = run(plan, [next()], after(9));
    expect(run(held, [next()], after(60)).phase).toBe("open");
  });

  it("R23 counts the losses of a step though a person sent another one back", () => {
    let plan = run(planOf(4), [next(), next()]);
    for (let round = 0; round < 3; round += 1) {
      const reviewed = { ...review("step-2"), reviewId: `review-${round}` };
      plan = run(plan, [reviewed, decision("modify"), next()], after(round));
    }
    for (let attempt = 1; attempt < 4; attempt += 1) {
      plan = run(plan, [next({ takeOverStepId: "step-1" })], after(attempt * 60));
    }
    expect(stepOf(plan, "step-1").attempt).toBe(4);
    expect(run(plan, [next()], after(240))).toMatchObject({ phaseCause: "lost_attempts" });
  });

  it("R23 stops when a step failed four times, each time for another reason", () => {
    const reasons = ["No access.", "Timed out.", "Too large.", "Not found."];
    const plan = reasons.reduce<Plan>((current, reason, index) => {
      const open = index === 0 ? current : run(current, [retry("step-1")], after(index));
      return run(open, [next(), fail("step-1", reason)], after(index));
    }, planOf(6));
    expect(plan).toMatchObject({ phase: "closing", phaseCause: "lost_attempts" });
  });

  it("R23 stops after five refused results in a row, and an accepted one starts the count again", () => {
    const stale = submit("step-1", { leaseToken: "older", leaseStepId: "step-1" });
    const plan = run(planOf(3), [next(), next()]);
    const refused = run(plan, [stale, stale, stale, stale]);
    expect(refused).toMatchObject({ phase: "open", spent: { refusals: 4 } });
    const raise = modify({ action: "change_budget", budget: { attempts: 90 } });
    for (const reset of [submit("step-2"), raise]) {
      expect(run(refused, [reset, stale, stale, stale, stale]).phase).toBe("open");
      expect(run(refused, [reset, stale, stale, stale, stale, stale]).phase).toBe("closing");
    }
    expect(run(refused, [stale])).toMatchObject({
      phase: "closing",
      phaseCause: "refused_results",
    });
  });

  it("R23 is reset by a change of the budget", () => {
    const tripped = failing(planOf(8), ["Down.", "Down.", "Down."]);
    const raise = modify({ action: "change_budget", budget: { attempts: 90 } });
    const reset = run(tripped, [raise], after(5));
    expect(reset.phase).toBe("open");
    expect(run(reset, [next()], after(6)).phase).toBe("open");
    expect(failing(reset, ["Down.", "Down.", "Down."], 6).phase).toBe("closing");
  });

  it("R23 is reset also for failures in the same instant as the change of the budget", () => {
    const failures = ["step-1", "step-2", "step-3"].map((id) => fail(id, "Down."));
    const tripped = run(planOf(8), [next(), next(), next(), ...failures]);
    expect(tripped.phase).toBe("closing");
    const raise = modify({ action: "change_budget", budget: { attempts: 90 } });
    expect(run(tripped, [raise]).phase).toBe("open");
  });

  it("R23 compares reasons without numbers, ids and URLs", () => {
    const one = failureSignature("Error 503 at https://a.example/x?id=1 for job 7f3a91c2 (try 2)");
    const other = failureSignature("error 404 at https://b.example/y for job 00aa91ff9 (try 11)");
    expect(one).toBe(other);
    expect(failureSignature("x".repeat(1_000))).toHaveLength(200);
    expect(failureSignature("")).toBe("");
    expect(failureSignature("No access.")).toBe("no access.");
  });
});
