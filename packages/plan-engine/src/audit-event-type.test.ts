import {
  creation,
  decision,
  modify,
  NOW,
  next,
  planOf,
  review,
  run,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { AUDIT_EVENT_TYPES, auditAction, auditEventType } from "./audit-event-type.ts";
import { decide } from "./decide.ts";

describe("the audit log's name of an event", () => {
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
      "cancelling",
      decide(planOf(2), { type: "cancel_plan", by: "person", reason: "Enough." }, NOW),
      ["plan_modified plan_cancelled"],
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
