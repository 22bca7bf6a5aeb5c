import { describe, expect, it } from "vitest";
import type { LintFinding } from "../lint-finding.ts";
import { documentGate } from "./document-gate.ts";

const SOUND = {
  policy: "strict" as const,
  figureSentences: { total: 10, withoutClaim: 0 },
  claims: { total: 5, cited: 2, unknown: 0 },
};
const found = (code: LintFinding["code"]): LintFinding[] => [{ code, message: "m" }];

describe("the gate of a document", () => {
  it("lets a sound document pass", () => {
    expect(documentGate([], SOUND)).toEqual({ passed: true, reason: null });
    expect(documentGate(found("QUOTE_NOT_FOUND"), SOUND).passed).toBe(true);
  });

  it.each([
    "CLAIM_UNSUPPORTED",
    "CLAIM_CONTRADICTED",
    "CLAIM_MISQUOTED",
    "CLAIM_WEAK",
    "FINDING_WITHOUT_SOURCE",
  ] as const)("stops one with %s under the strict policy alone, and says why", (code) => {
    expect(documentGate(found(code), SOUND)).toMatchObject({
      passed: false,
      reason: expect.stringMatching(/^[A-Z].*\.$/),
    });
    expect(documentGate(found(code), { ...SOUND, policy: "warn" }).passed).toBe(true);
    expect(documentGate(found(code), { ...SOUND, policy: "off" }).passed).toBe(true);
  });

  it.each([
    ["with a claim that does not exist", { claims: { total: 5, cited: 2, unknown: 1 } }],
    ["that cites no claim though there are some", { claims: { total: 5, cited: 0, unknown: 0 } }],
    ["with a figure of its own", { figureSentences: { total: 10, withoutClaim: 1 } }],
  ])("stops one %s", (_, given) => {
    expect(documentGate([], { ...SOUND, ...given }).passed).toBe(false);
  });

  it("lets none pass whose plan has no claims, unless the policy asks for none", () => {
    const none = { total: 0, cited: 0, unknown: 0 };
    const counts = { claims: none, figureSentences: { total: 0, withoutClaim: 0 } };
    expect(documentGate([], { ...SOUND, ...counts }).reason).toBe("No claim was recorded for it.");
    expect(documentGate([], { ...counts, policy: "warn" }).passed).toBe(true);
  });

  it("gives every reason", () => {
    const { reason } = documentGate([...found("CLAIM_UNSUPPORTED"), ...found("CLAIM_WEAK")], SOUND);
    expect(reason).toBe(
      "It states what was not found in its sources. A claim that it cites is only weakly supported.",
    );
  });
});
