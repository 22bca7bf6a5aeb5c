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
