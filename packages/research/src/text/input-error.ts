import { AppError } from "@trovella/foundation";
import type { z } from "zod";

const MAX_PROBLEMS = 3;
const MAX_CHARACTERS = 300;

/** Names the fields that are wrong; `next` says what to do about them. */
export function inputError({ issues }: z.ZodError, next: string): AppError {
  const problems = issues.slice(0, MAX_PROBLEMS).map(explainIssue);
  const others = issues.length - problems.length;
  const more = others > 0 ? ` (and ${others} more)` : "";
  return new AppError("INVALID_INPUT", `${problems.join("; ")}${more}. Next: ${next}.`, {
    field: fieldOf(issues[0]?.path ?? []),
  });
}

function explainIssue({ path, message }: z.core.$ZodIssue): string {
  const field = fieldOf(path);
  // Unknown keys come from the caller and may be of any length.
  return printable(`${field ? `${field}: ` : ""}${message}`).slice(0, MAX_CHARACTERS);
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
