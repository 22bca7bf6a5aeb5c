import type { Deliverable } from "./deliverable.ts";
import { oneLine } from "./safe-text.ts";

const MAX_LINES = 20;
const MAX_CHARACTERS = 500;

export const RECORD_TITLE = "Record";
/** For readers who have never seen such lines. */
export const RECORD_NOTE =
  "These lines seal how this research was done. They allow anybody to verify later, with the audit export of the plan, that nothing in its record was changed.";

/** The record as every format prints it. */
export function recordLines({ record = [] }: Pick<Deliverable, "record">): string[] {
  return record
    .slice(0, MAX_LINES)
    .map((line) => oneLine(line, MAX_CHARACTERS))
    .filter(Boolean);
}
