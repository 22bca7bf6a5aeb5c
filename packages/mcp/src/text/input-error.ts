import { AppError } from "@trovella/foundation";
import type { z } from "zod";

const SHOWN_PROBLEMS = 3;
const SHOWN_CHARACTERS = 300;

/** Names the fields that are wrong, for the model to correct them. */
export function explainInput(error: z.ZodError, toolName: string): AppError {
  const problems = error.issues.slice(0, SHOWN_PROBLEMS).map(explainIssue);
  const others = error.issues.length - problems.length;
  const more = others > 0 ? ` (and ${others} more)` : "";
  return new AppError(
    "INVALID_INPUT",
    `${problems.join("; ")}${more}. Next: correct this and call ${toolName} again.`,
    { field: fieldOf(error.issues[0]?.path ?? []) },
  );
}

function explainIssue({ path, message }: z.core.$ZodIssue): string {
  const field = fieldOf(path);
  // Unknown keys come from the caller and may be of any length.
  return printable(`${field ? `${field}: ` : ""}${message}`).slice(0, SHOWN_CHARACTERS);
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((segment) => (typeof segment === "number" ? `[${segment}]` : `.${String(segment)}`))
    .join("")
    .replace(/^\./, "")
    .slice(0, SHOWN_CHARACTERS);
}

function printable(text: string): string {
  return text.toWellFormed().replace(/\p{C}/gu, "?");
}
