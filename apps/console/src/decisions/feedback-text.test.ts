import { describe, expect, it } from "vitest";
import { excessLength, feedbackText, MAX_FEEDBACK_LENGTH, NO_DRAFT } from "./feedback-text.ts";

const QUESTIONS = ["Leave the survey out?", "Is a pilot\nenough?", "Which budget?"];

describe("the text of a decision", () => {
  it("has a numbered pair for each answered question, then the rest", () => {
    const draft = { feedback: " Look at Norway. ", answers: ["Yes.", "", " No:\ntoo short. "] };
    expect(feedbackText(QUESTIONS, draft)).toBe(
      "1. Leave the survey out?\n   → Yes.\n\n3. Which budget?\n   → No:\n   too short.\n\nLook at Norway.",
    );
  });

  it("is the feedback alone where no question was answered, and empty for an empty draft", () => {
    expect(feedbackText(QUESTIONS, { feedback: "Fine.", answers: ["  "] })).toBe("Fine.");
    expect(feedbackText([], { feedback: "Fine.", answers: ["lost question"] })).toBe("Fine.");
    expect(feedbackText(QUESTIONS, NO_DRAFT)).toBe("");
  });

  it("has a long question shortened, and every answer whole", () => {
    const text = feedbackText(["q ".repeat(5_000)], { feedback: "", answers: ["a".repeat(9_000)] });
    expect(text).toMatch(/^1\. (q )+…\n {3}→ a+$/);
    expect(text.length).toBeLessThan(9_400);
  });

  it("fits with short answers to twenty questions of any length, and says by how much it does not", () => {
    const questions = Array.from({ length: 20 }, () => "問".repeat(2_000));
    const answers = questions.map(() => "a".repeat(600));
    expect(excessLength(feedbackText(questions, { feedback: "", answers }))).toBe(0);
    expect(excessLength("a".repeat(MAX_FEEDBACK_LENGTH + 7))).toBe(7);
  });
});
