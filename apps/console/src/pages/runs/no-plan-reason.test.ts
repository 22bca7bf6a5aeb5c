import { expect, it } from "vitest";
import { noPlanReason } from "./no-plan-reason.ts";

it.each([
  ["completed", { priorResearchCheck: { userDecision: "use_existing" } }, "earlier research"],
  ["started", null, "in the interview"],
  ["executing", {}, "no plan is linked"],
  ["failed", { priorResearchCheck: 7 }, "failed before"],
  ["completed", {}, "answered directly"],
] as const)("of a %s run with %j it says: %s", (status, metadata, words) => {
  expect(noPlanReason({ status, metadata, errorMessage: null })).toContain(words);
});
