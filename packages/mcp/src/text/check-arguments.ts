import { AppError } from "@trovella/foundation";

export const MAX_DEPTH = 64;
/** More would take seconds to check, and no real result has as many. */
const MAX_VALUES = 200_000;
const SHOWN_FIELD_CHARACTERS = 120;

/** Refuses text that cannot be stored, and excessive nesting, in any field. */
export function checkArguments(value: unknown): void {
  const problem = findProblem(value, 0, { left: MAX_VALUES });
  if (!problem) return;
  const field = problem.path.reverse().join("").replace(/^\./, "").slice(0, SHOWN_FIELD_CHARACTERS);
  throw new AppError(
    "INVALID_INPUT",
    `${field.toWellFormed().replace(/\p{C}/gu, "?") || "The arguments"} ${problem.what}. Next: correct it and call again.`,
    { field },
  );
}

interface Problem {
  readonly what: string;
  /** From the inside out. */
  readonly path: string[];
}

interface Budget {
  left: number;
}

function findProblem(value: unknown, depth: number, budget: Budget): Problem | null {
  budget.left -= 1;
  if (budget.left < 0) return { what: `takes the arguments beyond ${MAX_VALUES} values`, path: [] };
  if (typeof value === "string") return problemOfText(value);
  if (typeof value !== "object" || value === null) return null;
  if (depth === MAX_DEPTH)
    return { what: `is nested more than ${MAX_DEPTH} levels deep`, path: [] };
  return Array.isArray(value)
    ? findInList(value, depth, budget)
    : findInObject(value, depth, budget);
}

function findInList(values: readonly unknown[], depth: number, budget: Budget): Problem | null {
  for (let index = 0; index < values.length; index += 1) {
    const problem = findProblem(values[index], depth + 1, budget);
    if (problem) return within(problem, `[${index}]`);
  }
  return null;
}

function findInObject(value: object, depth: number, budget: Budget): Problem | null {
  for (const key of Object.keys(value)) {
    const problem =
      problemOfText(key) ?? findProblem((value as Record<string, unknown>)[key], depth + 1, budget);
    if (problem) return within(problem, `.${key.slice(0, SHOWN_FIELD_CHARACTERS)}`);
  }
  return null;
}

function within(problem: Problem, segment: string): Problem {
  problem.path.push(segment);
  return problem;
}

function problemOfText(text: string): Problem | null {
  // PostgreSQL can store neither.
  if (text.includes("\0")) return { what: "contains the NUL character", path: [] };
  if (!text.isWellFormed()) return { what: "contains half a surrogate pair", path: [] };
  return null;
}
