import { expect, it } from "vitest";
import { quoteStart } from "./quote-start.ts";

it("leaves a quote of ordinary length whole", () => {
  const quote = "word ".repeat(79);
  expect(quoteStart(quote)).toBe(quote);
});

it("folds a long one after a whole word, and never within a character", () => {
  expect(quoteStart("partner ".repeat(100))).toMatch(/^(partner )+partner$/);
  expect(quoteStart("🜁".repeat(400)).isWellFormed()).toBe(true);
  expect(quoteStart("研究".repeat(400))).toHaveLength(280);
});
