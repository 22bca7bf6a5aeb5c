import { expect, it } from "vitest";
import {
  amountText,
  budgetInWords,
  causeInWords,
  minutesText,
  momentInWords,
  stepUsageInWords,
  usedText,
} from "./budget-words.ts";

it("writes amounts as people say them", () => {
  expect(amountText("attempts", 12)).toBe("12");
  expect(amountText("tokens", 9_500)).toBe("9,500");
  expect(amountText("tokens", 1_240_000)).toBe("1.2M");
  expect(amountText("costUsd", 0.4)).toBe("$0.40");
  expect([0, 0.4, 1.9, 60, 135].map(minutesText)).toEqual([
    "0 min",
    "under 1 min",
    "1 min",
    "1 h",
    "2 h 15 min",
  ]);
  expect(usedText({ dimension: "workMinutes", used: 48.9, cap: 60 })).toBe("48 min of 1 h used");
  expect(usedText({ dimension: "tokens", used: 10, cap: null })).toBe("10 used");
});

it("says why a plan closes early, also for causes of a later version", () => {
  expect(causeInWords("workMinutes", "closing")).toBe("the allowed work time is nearly used up");
  expect(causeInWords("costUsd", "spent")).toBe("the money is used up");
  expect(causeInWords("lost_attempts", "closing")).toContain("without a result");
  for (const unknown of [null, "phases_of_the_moon", "toString"]) {
    expect(causeInWords(unknown, "closing")).toBe("its budget leaves no more room");
  }
});

it("lists only what a budget says itself", () => {
  expect(budgetInWords({ workMinutes: 90, tokens: 200_000, reserve: 0.25 })).toBe(
    "work time 1 h 30 min, tokens 200K; 25 % kept for the report",
  );
  expect(budgetInWords({ changes: "human_only" })).toBe("");
});

it("says what happened to the budget", () => {
  const at = "2026-01-01T00:00:00Z";
  expect(
    momentInWords({ type: "budget_phase_changed", to: "spent", cause: "attempts", by: null, at }),
  ).toBe("Budget used up: the allowed attempts are used up");
  expect(
    momentInWords({ type: "budget_changed", to: null, cause: null, by: "assistant", at }),
  ).toBe("Budget changed by the assistant");
});

it("names the better count of a step's tokens, never both", () => {
  const model = { tokens: 900, costUsd: 0 };
  const client = { tokens: 15_000, costUsd: 0.4 };
  const usage = { toolCalls: 1, subagents: 0, model, client };
  expect(stepUsageInWords(usage)).toBe(
    "1 tool call, 15,000 tokens and $0.40 (reported by the AI client)",
  );
  expect(stepUsageInWords({ ...usage, toolCalls: 0, client: null })).toBe(
    "900 tokens (reported by the model itself)",
  );
});
