import type { Deliverable } from "./deliverable.ts";
import { oneLine } from "./safe-text.ts";

const MAX_LINES = 20;
const MAX_CHARACTERS = 500;

/** The record as every format prints it. */
export function recordLines({ record = [] }: Pick<Deliverable, "record">): string[] {
  return record
    .slice(0, MAX_LINES)
    .map((line) => oneLine(line, MAX_CHARACTERS))
    .filter(Boolean);
}
