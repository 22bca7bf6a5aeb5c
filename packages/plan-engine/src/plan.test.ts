import { describe, expect, it } from "vitest";
import {
  BRANCH_ACTIONS,
  DECIDED_VIA,
  PLAN_STATUSES,
  REVIEW_DECISIONS,
  STEP_STATUSES,
  STEP_TYPES,
} from "./plan.ts";
import { REVIEW_POLICIES } from "./plan-fields.ts";

describe("the words of a plan", () => {
  it.each([
    [PLAN_STATUSES, "planning executing awaiting_review stalled completed failed"],
    [STEP_STATUSES, "pending in_progress awaiting_input completed skipped failed"],
    [STEP_TYPES, "search extract analyze critique synthesize checkpoint custom"],
    [BRANCH_ACTIONS, "skip_to add_steps fail continue"],
    [REVIEW_POLICIES, "relayed_allowed client_attested human_only"],
    [REVIEW_DECISIONS, "approve reject modify skip"],
    [DECIDED_VIA, "console app elicitation api relayed"],
  ])("%j", (values, expected) => {
    expect(values.join(" ")).toBe(expected);
  });
});
