import {
  after,
  codeOf,
  creation,
  decision,
  modify,
  NOW,
  next,
  planOf,
  review,
  run,
  step,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { applyEvent, applyEvents, replayPlan } from "./apply-event.ts";
import { decide } from "./decide.ts";
import {
  AUDIT_EVENT_TYPES,
  auditAction,
  auditEventType,
  type PlanEvent,
  type PlanEventOf,
  reviveEvent,
} from "./plan-event.ts";

const created = decide(null, creation(2), NOW)[0] as PlanEvent;
const startedEvent: PlanEvent = {
  type: "step_started",
  stepId: "step-1",
  attempt: 1,
  reason: "next",
  lease: { token: "t", holder: null, expiresAt: NOW },
  at: NOW,
};

describe("applying events", () => {
  it("shares what an event does not touch", () => {
    const plan = planOf(2);
    const started = run(plan, [next()]);
    expect(started.steps[1]).toBe(plan.steps[1]);
    expect(started.steps[0]).not.toBe(plan.steps[0]);
    const added = run(plan, [
      modify({ action: "add_steps", steps: [step()], insertAfterOrder: 1 }),
    ]);
    expect(added.steps[0]).toBe(plan.steps[0]);
  });

  it("raises the version by one per command, however many events it has", () => {
    const events = decide(planOf(1), submit("step-1"), NOW);
    expect(events).toHaveLength(3);
    expect(applyEvents(planOf(1), events).version).toBe(2);
    expect(applyEvents(planOf(1), []).version).toBe(1);
    expect(applyEvent(null, created).version).toBe(0);
  });

  it("refuses an event that does not fit the plan", () => {
    expect(codeOf(() => applyEvent(null, startedEvent))).toBe("INTERNAL");
    expect(codeOf(() => applyEvent(planOf(1), { ...startedEvent, stepId: "x" }))).toBe("INTERNAL");
    const done = run(planOf(1), [submit("step-1")]);
    expect(codeOf(() => applyEvent(done, startedEvent))).toBe("INVALID_TRANSITION");
  });

  it("keeps the moment at which a plan ended, whatever happens to it later", () => {
    const completed = run(planOf(1), [submit("step-1")]);
    const failed = run(planOf(1), [next(), review("step-1"), decision("reject")]);
    for (const ended of [completed, failed]) {
      expect(ended.closedAt).toEqual(NOW);
      const read = run(
        ended,
        [{ type: "resume_session", sessionId: "s", isKnown: false }],
        after(60),
      );
      const late = run(read, [submit("step-1", { leaseToken: "old" })], after(90));
      expect(late).toMatchObject({ updatedAt: after(90), closedAt: NOW });
    }
    expect(run(planOf(1), [next()]).closedAt).toBeNull();
  });

  it("rebuilds a plan from its log", () => {
    const log = [
      { planVersion: 1, event: created },
      { planVersion: 2, event: startedEvent },
    ];
    expect(replayPlan(log)).toEqual({ ...applyEvent(planOf(2), startedEvent), version: 2 });
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
});

describe("seed: what the audit log calls an event", () => {
  it("has eight types", () => {
    expect(AUDIT_EVENT_TYPES).toHaveLength(8);
  });

  it.each([
    ["creation", decide(null, creation(1), NOW), ["plan_modified created"]],
    [
      "first step",
      decide(planOf(2), next(), NOW),
      ["step_started next", "plan_modified status_changed"],
    ],
    [
      "result",
      decide(run(planOf(2), [next()]), submit("step-1"), NOW),
      ["step_completed step_completed"],
    ],
    [
      "refused result",
      decide(planOf(2), submit("step-1", { leaseToken: "x" }), NOW),
      ["plan_modified result_refused"],
    ],
    [
      "review",
      decide(run(planOf(2), [next()]), review("step-1"), NOW),
      ["user_reviewed review_requested", "plan_modified status_changed"],
    ],
    [
      "reject",
      decide(run(planOf(2), [next(), review("step-1")]), decision("reject"), NOW),
      ["user_reviewed reject", "step_failed step_failed", "plan_modified plan_failed"],
    ],
    [
      "skip",
      decide(run(planOf(2), [next(), review("step-1")]), decision("skip"), NOW),
      ["user_reviewed skip", "plan_modified step_skipped", "plan_modified status_changed"],
    ],
    [
      "modification",
      decide(planOf(2), modify({ action: "remove_step", stepId: "step-1" }), NOW),
      ["plan_modified step_removed"],
    ],
    [
      "resume",
      decide(planOf(2), { type: "resume_session", sessionId: "s", isKnown: false }, NOW),
      ["session_resumed session_resumed"],
    ],
  ])("%s", (_, events, expected) => {
    expect(events.map((event) => `${auditEventType(event)} ${auditAction(event)}`)).toEqual(
      expected,
    );
  });
});
