import type { CriticalKind } from "../lexicon/lexicon.ts";
import type { PreparedText } from "../prepare-text.ts";
import { findCritical } from "../quote/critical-words.ts";

const RESERVATIONS: readonly CriticalKind[] = ["hedge", "condition"];

/** Whether all others say that something may be, or is under a condition, and the text says that it is. */
export function dropsReservation(text: PreparedText, others: readonly PreparedText[]): boolean {
  return others.length > 0 && !isReserved(text) && others.every(isReserved);
}

function isReserved(text: PreparedText): boolean {
  return findCritical(text, { from: 0, to: text.count }, RESERVATIONS) !== null;
}
