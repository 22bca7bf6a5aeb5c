import { expect, it } from "vitest";
import { readModelUsage } from "./read-model-usage.ts";

it("adds up what the model says", () => {
  const given = { inputTokens: 1000, outputTokens: "200", costUsd: 0.5, model: "any" };
  expect(readModelUsage(given)).toEqual({ usage: { tokens: 1200, costUsd: 0.5 }, warnings: [] });
  expect(readModelUsage({ costUsd: 2 }).usage).toEqual({ tokens: 0, costUsd: 2 });
});

it("takes nothing for nothing", () => {
  for (const given of [undefined, null, {}, { model: "any" }, { inputTokens: null }]) {
    expect(readModelUsage(given)).toEqual({ usage: null, warnings: [] });
  }
});

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e12, "many", "", [], {}, true])(
  "ignores %j with a warning and keeps the rest",
  (inputTokens) => {
    expect(readModelUsage({ inputTokens, outputTokens: 7 })).toEqual({
      usage: { tokens: 7, costUsd: 0 },
      warnings: ["usage.inputTokens was ignored: it is not from 0 to 1000000000."],
    });
    expect(readModelUsage({ inputTokens }).usage).toBeNull();
  },
);

it.each([5, "text", [], true])("ignores %j, which is no object", (given) => {
  expect(readModelUsage(given)).toEqual({
    usage: null,
    warnings: ["usage was ignored: it is not an object."],
  });
});
