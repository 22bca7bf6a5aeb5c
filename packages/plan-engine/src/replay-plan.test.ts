import {
  checkpoint,
  codeOf,
  creation,
  NOW,
  next,
  planOf,
  review,
  run,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { applyEvent, applyEvents } from "./apply-event.ts";
import type { Command } from "./command.ts";
import { decide } from "./decide.ts";
import { isHeldBy } from "./lease.ts";
import type { Plan } from "./plan.ts";
import { type PlanEvent, type PlanEventOf, reviveEvent } from "./plan-event.ts";
import { replayPlan } from "./replay-plan.ts";

const created = decide(null, creation(2), NOW)[0] as PlanEvent;
const startedEvent: PlanEvent = {
  type: "step_started",
  stepId: "step-1",
  attempt: 1,
  reason: "next",
  lease: { token: "t", holder: null, userId: null, sessionId: null, client: null, expiresAt: NOW },
  at: NOW,
};

describe("replaying the audit log", () => {
  it("rebuilds a plan from its log", () => {
    const log = [
      { planVersion: 1, event: created },
      { planVersion: 2, event: startedEvent },
    ];
    expect(replayPlan(log)).toEqual({ ...applyEvent(planOf(2), startedEvent), version: 2 });
  });

  it("rebuilds a plan that was created and started, or continued, in one commit", () => {
    const commit = (plan: Plan | null, [first, second]: readonly [Command, Command]) => {
      const events = decide(plan, first, NOW) as [PlanEvent, ...PlanEvent[]];
      events.push(...decide(applyEvents(plan, events), second, NOW));
      return events;
    };
    const first = commit(null, [creation(2), next()]);
    const started = applyEvents(null, first);
    const second = commit(started, [submit("step-1"), next()]);
    const log = [
      ...first.map((event) => ({ planVersion: 1, event })),
      ...second.map((event) => ({ planVersion: 2, event })),
    ];
    expect(log.map(({ event }) => event.type)).toEqual([
      "plan_created",
      "step_started",
      "plan_status_changed",
      "step_completed",
      "step_started",
    ]);
    expect(replayPlan(log)).toEqual(applyEvents(started, second));
  });

  it("refuses a log that is empty, has a gap, goes back or does not start at the start", () => {
    const logOf = (...versions: number[]) =>
      versions.map((planVersion, index) => ({
        planVersion,
        event: index === 0 ? created : startedEvent,
      }));
    expect(codeOf(() => replayPlan([]))).toBe("NOT_FOUND");
    expect(codeOf(() => replayPlan(logOf(0)))).toBe("INTERNAL");
    expect(codeOf(() => replayPlan(logOf(2)))).toBe("INTERNAL");
    expect(codeOf(() => replayPlan(logOf(1, 3)))).toBe("INTERNAL");
    expect(codeOf(() => replayPlan(logOf(1, 0)))).toBe("INTERNAL");
    expect(replayPlan(logOf(1, 1)).version).toBe(1);
  });

  it("revives an event from JSON", () => {
    for (const event of [created, startedEvent, { ...startedEvent, lease: null }]) {
      expect(reviveEvent(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }
  });

  it("takes the mode of an event of version 0.1 from the plan's name", () => {
    const { mode, ...older } = created as PlanEventOf<"plan_created">;
    expect(mode).toBe("scan");
    expect(reviveEvent(JSON.parse(JSON.stringify(older)))).toEqual(created);
  });

  it("gives an event of a version before a plan field the field's default", () => {
    const { reviewPolicy, planDesignRationale, ...older } = created as PlanEventOf<"plan_created">;
    expect([reviewPolicy, planDesignRationale]).toEqual(["relayed_allowed", null]);
    expect(reviveEvent(JSON.parse(JSON.stringify(older)))).toEqual(created);
  });

  it("gives a plan of version 0.1 no handle, and its steps their numbers", () => {
    const [current] = decide(null, creation(2), NOW);
    const { handle, ...older } = current as PlanEventOf<"plan_created">;
    expect(applyEvent(null, current as PlanEvent).handle).toBe(handle);
    const plan = applyEvent(null, reviveEvent(JSON.parse(JSON.stringify(older))));
    expect(plan).toMatchObject({
      handle: "",
      stepsCreated: 2,
      steps: [{ number: 1 }, { number: 2 }],
    });
  });

  it("R31 takes it from the type of a step of version 0.1 whether it requires review", () => {
    const steps = [checkpoint(), step(), { ...step(), requiresReview: true }];
    const branchingConditions = [
      {
        afterStepOrder: 1,
        conditionExpression: "a > 1",
        ifTrueAction: "add_steps" as const,
        actionParams: { steps: [checkpoint()] },
      },
    ];
    const [current] = decide(null, creation(steps, { branchingConditions }), NOW);
    const older = reviveEvent(JSON.parse(JSON.stringify(current), withoutFlag));
    const plan = applyEvent(null, older);
    expect(plan.steps.map(({ requiresReview }) => requiresReview)).toEqual([true, false, false]);
    expect(plan.conditions[0]?.action).toMatchObject({ steps: [{ requiresReview: true }] });
  });

  it("R18 marks no step of version 0.1 as closing, so that the last one is", () => {
    const older = reviveEvent(JSON.parse(JSON.stringify(created), withoutClosing));
    expect(applyEvent(null, older).steps.map(({ isClosing }) => isClosing)).toEqual([false, false]);
  });

  it("R33 steps that a branch of version 0.1 added keep nobody waiting", () => {
    const added = {
      type: "steps_added",
      afterOrder: 1,
      steps: [{ id: "step-9", type: "checkpoint", instructions: "Ask.", dependsOn: [] }],
      rationale: null,
      at: NOW,
    };
    const event = reviveEvent(JSON.parse(JSON.stringify(added)));
    expect(event).toMatchObject({ branchOf: null, waitingStepIds: [] });
    const plan = applyEvent(planOf(2), event);
    expect(plan.steps.map(({ requiresReview }) => requiresReview)).toEqual([false, true, false]);
    expect(plan.steps.map(({ dependsOn }) => dependsOn)).toEqual([[], [], []]);
  });

  it("R34 a lease of version 0.1 has no user and no session, so nobody gets its step back", () => {
    const lease = { token: "t", holder: "ada", expiresAt: NOW };
    const event = reviveEvent(JSON.parse(JSON.stringify({ ...startedEvent, lease })));
    const plan = applyEvent(planOf(1), event);
    expect(plan.steps[0]).toMatchObject({
      leaseHolder: "ada",
      leaseUserId: null,
      leaseSessionId: null,
      leaseClient: null,
    });
    expect(isHeldBy(stepOf(plan, "step-1"), { agent: "ada" })).toBe(false);
  });

  it("R31 a review of version 0.1 has no result", () => {
    const [event] = decide(run(planOf(1), [next()]), review("step-1"), NOW);
    const { result, ...older } = event as PlanEventOf<"review_requested">;
    expect(result).toBeNull();
    expect(reviveEvent(JSON.parse(JSON.stringify(older)))).toEqual(event);
  });
});

function withoutClosing(name: string, value: unknown): unknown {
  return name === "isClosing" ? undefined : value;
}

function withoutFlag(name: string, value: unknown): unknown {
  return name === "requiresReview" ? undefined : value;
}
