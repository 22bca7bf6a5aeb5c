import { type ClaimStatus, isStanding } from "@trovella/evidence";
import type { ClaimEvidence, DocumentClaim } from "../deliverable.ts";

const DOUBTFUL: readonly ClaimStatus[] = ["unsupported", "contradicted", "unchecked", "disputed"];

/** Whether a statement that rests on such a claim carries a question mark. */
export function isDoubtful(status: ClaimStatus): boolean {
  return DOUBTFUL.includes(status);
}

/** Whether the quote was found, so that its passage may be shown as the source's own words. */
export function isFound({ verdict, passage }: ClaimEvidence): boolean {
  return verdict !== null && passage !== null && isStanding({ verdict, isJudgedFuzzily: true });
}

/** The sources that a claim stands for: those that have its quotes, else those that are said to. */
export function citedSources({ evidence }: DocumentClaim): number[] {
  const supporting = evidence.filter(({ stance }) => stance === "supports");
  const found = supporting.filter(isFound);
  return [...new Set((found.length > 0 ? found : supporting).map(({ source }) => source))];
}

/** The best text in which a quote was found, 0 for none. That a person agreed is said apart. */
export function textLevel({ evidence }: DocumentClaim): number {
  const found = evidence.filter((entry) => entry.stance === "supports" && isFound(entry));
  return Math.max(0, ...found.map(({ level }) => level));
}
