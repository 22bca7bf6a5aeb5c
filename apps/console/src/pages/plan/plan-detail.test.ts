import { expect, it } from "vitest";
import { splitFeedback } from "./plan-detail.ts";

it("leaves instructions without feedback alone", () => {
  expect(splitFeedback("Compare.\n\n---\n\nThen write.")).toEqual({
    written: "Compare.\n\n---\n\nThen write.",
    feedback: [],
  });
});

it("separates every added feedback", () => {
  const text =
    "Compare.\n\n---\n\nUser feedback: Add prices.\n\n---\n\nUser feedback: And dates.\nAll of them.";
  expect(splitFeedback(text)).toEqual({
    written: "Compare.",
    feedback: ["Add prices.", "And dates.\nAll of them."],
  });
});
