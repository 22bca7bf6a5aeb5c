import { after, codeOf, next, planOf, run, submit } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { reviveEvent } from "../plan-event.ts";
import { replayPlan } from "../replay-plan.ts";

const assign = (assigneeId: string | null) =>
  ({ type: "assign_plan", by: "person", assigneeId }) as const;

describe("assigning a plan", () => {
  const plan = run(planOf(2), [next()], after(1));

  it("R38 is an event that says who is asked, and changes nothing else", () => {
    expect(decide(plan, assign("ada"), after(2))).toEqual([
      { type: "plan_assigned", assigneeId: "ada", at: after(2) },
    ]);
    const assigned = run(plan, [assign("ada")], after(2));
    expect({ ...assigned, version: plan.version, updatedAt: plan.updatedAt }).toEqual({
      ...plan,
      assigneeId: "ada",
    });
  });

  it("R38 can be given back to the owner, and saying so twice changes nothing", () => {
    expect(decide(plan, assign(null), after(2))).toEqual([]);
    const assigned = run(plan, [assign("ada")], after(2));
    expect(decide(assigned, assign("ada"), after(3))).toEqual([]);
    expect(run(assigned, [assign(null)], after(3)).assigneeId).toBeNull();
  });

  it("R38 is refused once the plan is closed", () => {
    const closed = run(planOf(1), [submit("step-1")], after(1));
    expect(codeOf(() => decide(closed, assign("ada"), after(2)))).toBe("PLAN_CLOSED");
  });

  it("R38 does not end a stall", () => {
    const stalled = run(plan, [{ type: "detect_stall" }], after(60 * 24 * 40));
    expect(stalled.status).toBe("stalled");
    expect(run(stalled, [assign("ada")], after(60 * 24 * 41)).status).toBe("stalled");
  });

  it("R38 plans of older versions, whose events name nobody, have no assignee", () => {
    const created = {
      type: "plan_created",
      planId: "plan-1",
      name: "Old",
      researchQuestion: "What?",
      steps: [{ id: "step-1", type: "search", instructions: "Look.", dependsOn: [] }],
      conditions: [],
      at: after(0).toISOString(),
    };
    expect(replayPlan([{ planVersion: 1, event: reviveEvent(created) }]).assigneeId).toBeNull();
  });
});
