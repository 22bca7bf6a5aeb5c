import { auditAction, type PlanEvent } from "@trovella/plan-engine";
import { expect, it } from "vitest";
import { actorInWords, eventInWords } from "./event-words.ts";

const event = (eventType: string, action: string, payload: object = {}) =>
  ({ eventType, action, payload: JSON.stringify(payload) }) as Parameters<typeof eventInWords>[0];

it("says what happened to which step", () => {
  expect(eventInWords(event("step_started", "next"), "step 3").words).toBe("Step 3 was started");
  expect(eventInWords(event("user_reviewed", "reject"), "step 2")).toMatchObject({
    words: "Step 2 was rejected",
    icon: "failed",
  });
});

it("says through which channel a step was decided", () => {
  const approved = (decidedVia: string) =>
    eventInWords(event("user_reviewed", "approve", { decidedVia }), "step 2").words;
  expect(approved("console")).toBe("Step 2 was approved by a person in the console");
  expect(approved("relayed")).toBe(
    "Step 2 was approved as relayed by the assistant: no evidence that a person decided",
  );
  expect(approved("something else")).toBe("Step 2 was approved");
});

it("names both statuses of a status change", () => {
  const changed: PlanEvent = {
    type: "plan_status_changed",
    from: "planning",
    moves: ["executing", "awaiting_review"],
    reason: null,
    at: new Date(),
  };
  const worded = eventInWords(event("plan_modified", auditAction(changed), changed), "a step");
  expect(worded.words).toBe("The plan went from “Planning” to “Needs your review”");
});

it("handles a truncated payload", () => {
  const cut = { ...event("plan_modified", "status_changed"), payload: '{"from": "exec' };
  expect(eventInWords(cut, "a step").words).toBe("The plan's status changed");
});

it("shows unknown events by their stored names", () => {
  expect(eventInWords(event("plan_modified", "some_thing"), "a step").words).toBe(
    "Plan modified some thing",
  );
});

it("names the actor", () => {
  expect(actorInWords({ actorClient: "codex 1.0", actorVia: "mcp" })).toBe("codex 1.0");
  expect(actorInWords({ actorClient: null, actorVia: "console" })).toBe("Console");
});
