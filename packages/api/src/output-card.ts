import type { ConsoleOutput } from "@trovella/db/console";
import { answerLine } from "./answer-line.ts";

/** What reading it may not be worth: nothing supports it, or something speaks against it. */
const PROBLEMS: readonly string[] = ["contradicted", "unsupported", "disputed"];
const EXCERPT = 300;

export interface OutputQuality {
  /** Claims that it cites, when it was stored. */
  readonly claims: number;
  readonly problems: number;
  readonly isCiting: boolean;
}

export function outputCard({
  position: _,
  isCiting,
  claimCounts,
  excerpt,
  ...output
}: ConsoleOutput) {
  return {
    ...output,
    excerpt: excerpt.slice(0, EXCERPT),
    answer: answerLine(excerpt),
    quality: qualityOf(isCiting, claimCounts ?? {}),
  };
}

/** A mark for lists; the plan's page has the whole check. */
function qualityOf(isCiting: boolean, counts: Readonly<Record<string, number>>): OutputQuality {
  const entries = Object.entries(counts);
  return {
    isCiting,
    claims: entries.reduce((sum, [, count]) => sum + count, 0),
    problems: entries.reduce(
      (sum, [status, count]) => sum + (PROBLEMS.includes(status) ? count : 0),
      0,
    ),
  };
}
