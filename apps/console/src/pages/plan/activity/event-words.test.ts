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

it("names the statuses between which a plan went", () => {
  const changed: PlanEvent = {
    type: "plan_status_changed",
    from: "planning",
    moves: ["executing", "awaiting_review"],
    reason: null,
    at: new Date(),
  };
  const worded = eventInWords(event("plan_modified", auditAction(changed), changed), "a step");
  expect(worded.words).toBe("The plan went from “Planning” to “Waits for you”");
});

it("copes with a payload of which only the beginning is there", () => {
  const cut = { ...event("plan_modified", "status_changed"), payload: '{"from": "exec' };
  expect(eventInWords(cut, "a step").words).toBe("The plan's status changed");
});

it("shows what it has no words for as it is stored", () => {
  expect(eventInWords(event("plan_modified", "some_thing"), "a step").words).toBe(
    "Plan modified some thing",
  );
});

it("says who did it", () => {
  expect(actorInWords({ actorClient: "codex 1.0", actorVia: "mcp" })).toBe("codex 1.0");
  expect(actorInWords({ actorClient: null, actorVia: "console" })).toBe("Console");
});
