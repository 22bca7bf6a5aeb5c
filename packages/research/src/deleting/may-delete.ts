import { AppError } from "@trovella/foundation";

/** Who wants something deleted. */
export interface Deleter {
  /** Null for the operator of the server. */
  readonly userId: string | null;
  /** A person in a browser, or the operator at the command line; never a token or an assistant. */
  readonly isPerson: boolean;
  /** An owner or admin of the organization, the one user of local mode, or the operator. */
  readonly isAdmin: boolean;
}

/** The operator at the command line. */
export const OPERATOR: Deleter = { userId: null, isPerson: true, isAdmin: true };

/** Research is deleted by owners and admins, and by those who started it (R37). */
export function mayDelete({ isPerson, isAdmin, userId }: Deleter, ownerId: string | null): boolean {
  return isPerson && (isAdmin || (userId !== null && userId === ownerId));
}

export function requireMayDelete(deleter: Deleter, ownerId: string | null): void {
  if (mayDelete(deleter, ownerId)) return;
  throw new AppError(
    "FORBIDDEN",
    deleter.isPerson
      ? "Only the person who started this research, or an owner or admin of the organization, may delete it. Next: ask one of them."
      : "Only a person may delete research, in the console. Next: ask them to do it.",
  );
}

/** Whether what was typed names the thing: its handle or its whole title, in any case. */
export function isConfirmed(typed: string, names: readonly string[]): boolean {
  const given = plain(typed);
  return given !== "" && names.some((name) => plain(name) === given);
}

export function requireConfirmed(typed: string, names: readonly string[]): void {
  if (isConfirmed(typed, names)) return;
  throw new AppError(
    "INVALID_INPUT",
    `The confirmation does not match, so nothing was deleted. Next: type ${names[0]}.`,
  );
}

function plain(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}
