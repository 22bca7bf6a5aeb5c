import { DRAFT_REASONS, type DraftReason } from "../languages/claim-labels.ts";
import { en } from "../languages/en.ts";
import { labelsFor } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";

const { reasons, figuresWithoutClaim, claimsFallen } = en.claims;

/** The sentences as they are stored with a document and told to assistants. */
export const draftReason = {
  because: (reason: DraftReason): string => reasons[reason],
  figuresWithoutClaim,
  claimsFallen,
} as const;

/** Stored sentences in the language of the document; those that are not known stay as they are. */
export function draftReasonIn(language: DocumentLanguage, stored: string): string {
  const words = labelsFor(language).claims;
  const known = DRAFT_REASONS.reduce(
    (text, reason) => text.replace(reasons[reason], () => words.reasons[reason]),
    stored,
  );
  const figures = patternOf(figuresWithoutClaim({ without: 1, total: 2 }));
  const fallen = patternOf(claimsFallen("3"));
  return known
    .replace(figures, (_, without: string, total: string) =>
      words.figuresWithoutClaim({ without: Number(without), total: Number(total) }),
    )
    .replace(fallen, (_, numbers: string) => words.claimsFallen(numbers));
}

/** Finds a sentence whatever the numbers in it are. */
function patternOf(sentence: string): RegExp {
  const escaped = sentence.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(escaped.replace(/\d+/g, "(\\d[\\d, ]*)"));
}
