import { auditAction, ENDED_BY_BUDGET, type PlanEvent } from "@trovella/plan-engine";
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

it.each([
  ["step_skipped", { by: "budget" }, "Step 3 was skipped because the plan closed early"],
  ["step_skipped", { by: "branch" }, "Step 3 was skipped"],
  ["closing", {}, "Step 3, a closing step, was started to bring the plan to its end"],
  [
    "branch_taken",
    { isWithoutEffect: true },
    "A condition after step 3 fired without effect: the budget leaves no room for more steps",
  ],
  [
    "budget_phase_changed",
    { to: "closing", cause: "tokens" },
    "The plan began to close early: the allowed tokens are nearly used up",
  ],
  ["budget_changed", { by: "person", budget: {} }, "A person let the plan go on"],
  [
    "budget_changed",
    { by: "assistant", budget: { attempts: 40 } },
    "The assistant changed the budget: attempts 40",
  ],
  ["closing_accepted", {}, "A person let the plan close early"],
  ["plan_assigned", { assigneeId: "ada" }, "Ada is asked to review the plan"],
  ["plan_assigned", { assigneeId: null }, "The owner is asked to review the plan again"],
  [
    "gate_passed",
    { counts: { supported: 3, weak: 1 } },
    "The evidence check after step 3 was passed: 3 supported, 1 weak",
  ],
  [
    "gate_failed",
    { counts: {}, repair: 1 },
    "The evidence check after step 3 was not passed, and a repair step was added: no claims",
  ],
  [
    "gate_waived",
    { counts: { unsupported: 2 }, why: "repairs_used" },
    "The evidence check after step 3 was not passed, and the plan goes on because it was repaired twice: 2 unsupported",
  ],
  [
    "gate_waived",
    { why: "other" },
    "The evidence check after step 3 was not passed, and the plan goes on: no claims",
  ],
  [
    "result_refused",
    { code: "STALE_LEASE", removed: { at: "2026-03-04T12:00:00.000Z", fields: ["result"] } },
    "A result for step 3 was refused (removed by retention on Mar 4, 2026)",
  ],
  [
    "result_refused",
    { code: "REVIEW_REQUIRED", removed: { at: "2026-03-04T12:00:00.000Z", fields: ["result"] } },
    "A result for step 3 was kept for its review (removed by retention on Mar 4, 2026)",
  ],
  ["result_refused", { removed: { at: "?" } }, "A result for step 3 was refused and kept here"],
  [
    "texts_removed",
    { left: [{ seq: 3 }, { seq: 5 }] },
    "Retention removed the texts of refused results: 2",
  ],
  ["gate_noted", { counts: { weak: 1 } }, "The claims were counted after step 3: 1 weak"],
  [
    "usage_recorded",
    { stepId: "step_1", client: "STEP $& <b>", usage: { client: { tokens: 1, costUsd: 0.5 } } },
    "Step 3 used 1 token and $0.50, as STEP $& <b> reported",
  ],
  ["usage_recorded", { stepId: null, usage: {} }, "The plan used no tokens"],
])("says what %s with %j means", (action, payload, words) => {
  expect(eventInWords(event("plan_modified", action, payload), "step 3").words).toBe(words);
});

it("tells a step that the budget ended from one that failed", () => {
  const failed = (reason: string) =>
    eventInWords(event("step_failed", "step_failed", { reason }), "step 3").words;
  expect(failed(ENDED_BY_BUDGET)).toBe("Step 3 was ended because the plan closed early");
  expect(failed("No sources.")).toBe("Step 3 failed");
});
