import type { QuoteCheck } from "../quote/quote-check.ts";
import type { Evidence, Problem, ProblemCode } from "./claim.ts";

const MAX_CLOSEST_CHARACTERS = 300;
const MAX_SHOWN_CHARACTERS = 120;

/** What to say about a quote that does not stand, or stands with a reservation. */
export function quoteProblem(evidence: Evidence, check: QuoteCheck): Problem | null {
  const { sourceId } = evidence;
  const closest = shorten(check.closest?.text, MAX_CLOSEST_CHARACTERS);
  const shown = { sourceId, ...(closest ? { closest } : {}) };
  switch (check.verdict) {
    case "absent":
      return {
        ...weakening(
          "QUOTE_ABSENT",
          "The source does not have this quote.",
          "copy the words from the source, or leave this evidence out",
        ),
        ...shown,
      };
    case "altered":
      return {
        ...weakening(
          "QUOTE_ALTERED",
          differenceMessage(check),
          "record the claim again with the quote as it stands in closest, and correct the statement",
        ),
        ...shown,
        ...(check.differs ? { differs: check.differs } : {}),
      };
    case "short":
      return {
        ...weakening(
          "QUOTE_SHORT",
          "The quote is too short to show anything.",
          "quote the whole sentence",
        ),
        sourceId,
      };
    case "unchecked":
      return {
        ...warning(
          "QUOTE_UNCHECKED",
          "The quote could not be checked against the whole text.",
          "quote fewer words",
        ),
        sourceId,
      };
    default:
      return check.cutOff === undefined
        ? null
        : {
            ...warning(
              "QUOTE_CUT",
              `The sentence also says "${shorten(check.cutOff, MAX_SHOWN_CHARACTERS)}".`,
              "check that the statement says so too",
            ),
            sourceId,
          };
  }
}

export function weakening(code: ProblemCode, what: string, next: string): Problem {
  return { code, isWeakening: true, message: `${what} Next: ${next}.` };
}

export function warning(code: ProblemCode, what: string, next: string): Problem {
  return { code, isWeakening: false, message: `${what} Next: ${next}.` };
}

function differenceMessage({ differs, elided }: QuoteCheck): string {
  const hidden = elided?.find(({ hides }) => hides !== undefined);
  if (hidden)
    return `The ellipsis leaves out "${shorten(hidden.text, MAX_SHOWN_CHARACTERS)}" (${hidden.hides}).`;
  const first = differs?.[0];
  if (!first) return "The quote differs from the source.";
  const source = shorten(first.source, MAX_SHOWN_CHARACTERS);
  const quote = shorten(first.quote, MAX_SHOWN_CHARACTERS);
  if (!source) return `The source does not say "${quote}".`;
  if (!quote) return `The quote leaves out "${source}".`;
  return `The source says "${source}", the quote "${quote}".`;
}

function shorten(text: string | undefined, most: number): string | undefined {
  return text !== undefined && text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
