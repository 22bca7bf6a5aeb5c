import type { ClaimStatus, QuoteVerdict } from "@trovella/evidence";
import type { ClaimLabels } from "../languages/claim-labels.ts";

/** `Found in the source, in text fetched by Trovella`. */
export function standingWords(labels: ClaimLabels, status: ClaimStatus, level: number): string {
  const words = labels.statuses[status];
  if (level !== 1 && level !== 2 && level !== 3) return words;
  const where = labels.levels[level];
  if (status === "confirmed") return labels.confirmedAndFound(where);
  const isFound = status === "supported" || status === "weak";
  return isFound ? labels.standing({ status: words, where }) : words;
}

/** Why the words of a quote are not shown as the source's own. */
export function verdictWords({ verdicts }: ClaimLabels, verdict: QuoteVerdict | null): string {
  switch (verdict) {
    case "exact":
    case "normalised":
    case "fuzzy":
      return "";
    default:
      return verdicts[verdict ?? "unchecked"];
  }
}

/** The reservations that a reader can make use of. */
export function problemWords({ problems }: ClaimLabels, codes: readonly string[]): string[] {
  const words = new Map<string, string>(Object.entries(problems));
  return [...new Set(codes.flatMap((code) => words.get(code) ?? []))];
}
