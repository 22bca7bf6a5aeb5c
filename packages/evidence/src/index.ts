export {
  type Capture,
  CLAIM_KINDS,
  CLAIM_STATUSES,
  type Claim,
  type ClaimKind,
  type ClaimStatus,
  type Evidence,
  type EvidencePolicy,
  PROBLEM_CODES,
  type Problem,
  type ProblemCode,
} from "./claim/claim.ts";
export { isThin, MIN_PAGE_WORDS } from "./claim/claim-problems.ts";
export { type Contradiction, findContradictions } from "./claim/contradictions.ts";
export { contentWords, coverageOf, differsInNegation, missingFigures } from "./claim/coverage.ts";
export { type Figure, figuresOf, isSameFigure } from "./claim/figures.ts";
export { type Gate, type GatedClaim, gateOf } from "./claim/gate.ts";
export { countIndependent, type Origin } from "./claim/independence.ts";
export { type ClaimToJudge, type Judgement, judgeClaim } from "./claim/judge-claim.ts";
export { hasName, hasWholeName, type Name, namesOf, openingWord } from "./claim/names.ts";
export { saysOpposite } from "./claim/opposites.ts";
export { dropsReservation } from "./claim/reservations.ts";
export { swappedNames } from "./claim/swapped-names.ts";
export { detectLanguage } from "./lexicon/detect-language.ts";
export type { Language } from "./lexicon/lexicon.ts";
export {
  MAX_TEXT_CHARACTERS,
  normalizedText,
  type PreparedText,
  prepareText,
} from "./prepare-text.ts";
export { checkQuote, MAX_QUOTE_CHARACTERS } from "./quote/check-quote.ts";
export {
  type Elision,
  isStanding,
  QUOTE_VERDICTS,
  type QuoteCheck,
  type QuoteVerdict,
} from "./quote/quote-check.ts";
