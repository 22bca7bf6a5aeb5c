import { inputError } from "@trovella/research";
import type { Tool } from "../define-tool.ts";
import { checkArguments } from "../text/check-arguments.ts";
import { explainIssue } from "./explain-issue.ts";
import { type Notes, readValue } from "./read-value.ts";

export interface ReadArguments {
  readonly input: Record<string, unknown>;
  /** What was ignored or assumed, for the reply. */
  readonly warnings: readonly string[];
}

const MAX_PROBLEMS = 30;

/** The arguments of a call as they were meant; what is refused names every problem at once. */
export function readArguments({ name, input, inputField }: Tool, given: unknown): ReadArguments {
  checkArguments(given);
  const notes: Notes = {
    ignored: [],
    ignoredMore: 0,
    emptied: [],
    hasReadText: false,
  };
  const meant = readValue(inputField, given ?? {}, "", notes);
  if (notes.hasReadText) checkArguments(meant);
  const warnings = warningsOf(notes);
  const parsed = input.safeParse(meant, { reportInput: true });
  if (parsed.success) return { input: parsed.data, warnings };
  throw inputError(parsed.error, `correct this and call ${name} again`, {
    max: MAX_PROBLEMS,
    explain: explainIssue,
    also: warnings,
  });
}

function warningsOf({ ignored, ignoredMore, emptied }: Notes): string[] {
  const others = ignoredMore > 0 ? ` and ${ignoredMore} more` : "";
  return [
    ...(ignored.length > 0 ? [`Ignored, not known here: ${printable(ignored)}${others}.`] : []),
    ...(emptied.length > 0 ? [`Missing and taken as empty: ${printable(emptied)}.`] : []),
  ];
}

function printable(names: readonly string[]): string {
  return names.join(", ").toWellFormed().replace(/\p{C}/gu, "?");
}
