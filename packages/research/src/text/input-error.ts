import { AppError } from "@trovella/foundation";
import type { z } from "zod";

const MAX_PROBLEMS = 3;
const MAX_CHARACTERS = 300;
/** Of all problems together, so that a refusal is never longer than what it asks for. */
const MAX_TOTAL = 2_400;

interface Wording {
  /** How many problems are named before the others are counted. */
  readonly max?: number;
  readonly explain?: (issue: z.core.$ZodIssue) => string;
  /** Sentences about what else was noticed. */
  readonly also?: readonly string[];
}

/** Names the fields that are wrong; `next` says what to do about them. */
export function inputError(
  { issues }: z.ZodError,
  next: string,
  { max = MAX_PROBLEMS, explain = ({ message }) => message, also = [] }: Wording = {},
): AppError {
  const problems: string[] = [];
  let left = MAX_TOTAL;
  for (const issue of issues.slice(0, max)) {
    const problem = issueText(issue, explain);
    left -= problem.length;
    if (left < 0) break;
    problems.push(problem);
  }
  const others = issues.length - problems.length;
  const more = others > 0 ? ` (and ${others} more)` : "";
  const sentences = [`${problems.join("; ")}${more}.`, ...also, `Next: ${next}.`];
  return new AppError("INVALID_INPUT", sentences.join(" "), {
    field: fieldOf(issues[0]?.path ?? []),
  });
}

/** "steps[0].key: must be text" */
export function issueText(
  issue: z.core.$ZodIssue,
  explain = ({ message }: z.core.$ZodIssue) => message,
): string {
  const field = fieldOf(issue.path);
  // Names and values come from the caller and may be of any length.
  return printable(`${field ? `${field}: ` : ""}${explain(issue)}`).slice(0, MAX_CHARACTERS);
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((segment) => (typeof segment === "number" ? `[${segment}]` : `.${String(segment)}`))
    .join("")
    .replace(/^\./, "")
    .slice(0, MAX_CHARACTERS);
}

function printable(text: string): string {
  return text.toWellFormed().replace(/\p{C}/gu, "?");
}
