import { describe, expect, it } from "vitest";
import { DRAFT_REASONS } from "../languages/claim-labels.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { LANGUAGES } from "../languages/language.ts";
import { draftReason, draftReasonIn } from "./draft-reason.ts";

describe("why a document is a draft", () => {
  it("is told in the language of the document, also of several reasons at once", () => {
    const stored = [
      ...DRAFT_REASONS.map(draftReason.because),
      draftReason.figuresWithoutClaim({ without: 7, total: 31 }),
      draftReason.claimsFallen("3, 12"),
    ].join(" ");
    for (const language of LANGUAGES) {
      const { reasons, figuresWithoutClaim, claimsFallen } = labelsFor(language).claims;
      expect(draftReasonIn(language, stored)).toBe(
        [
          ...DRAFT_REASONS.map((reason) => reasons[reason]),
          figuresWithoutClaim({ without: 7, total: 31 }),
          claimsFallen("3, 12"),
        ].join(" "),
      );
    }
  });

  it("stays as it is stored where it is not known", () => {
    expect(draftReasonIn("de", "The budget ran out.")).toBe("The budget ran out.");
  });
});
