import { checkpoint, planOf, step } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decisionQuestion, feedbackQuestion, repeatedQuestion } from "./question-text.ts";

const plan = planOf([step(), checkpoint()], { name: "Heat\npumps" });
const review = {
  stepId: plan.steps[1]?.id ?? "",
  summary: "Two makers are left.",
  questions: ["Which one?", "By when?"],
};
const PLACE = 'Plan "Heat pumps", step 2 of 2 (checkpoint).';

describe("the text of a dialog", () => {
  it("names plan and step before what is asked", () => {
    expect(decisionQuestion(plan, review)).toBe(
      `${PLACE}\n\nTwo makers are left.\n\nQuestions:\n- Which one?\n- By when?`,
    );
  });

  it("names them again in the second round", () => {
    expect(repeatedQuestion(plan, { ...review, questions: [] })).toBe(
      `${PLACE} Please choose a decision.\n\nTwo makers are left.`,
    );
    expect(feedbackQuestion(plan, review)).toBe(`${PLACE} What should change?`);
  });

  it("writes invisible characters out", () => {
    const summary = "Approve\u202e it";
    expect(decisionQuestion(plan, { ...review, summary })).toContain("Approve\\u{202e} it");
  });
});
