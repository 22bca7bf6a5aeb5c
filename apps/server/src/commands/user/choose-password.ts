import { text as readAll } from "node:stream/consumers";
import { randomCharacters } from "@trovella/db/identity";
import { flag } from "../../options.ts";
import { usageError } from "../../parse-options.ts";

export const MIN_PASSWORD_LENGTH = 12;
const GENERATED_PASSWORD_LENGTH = 24;

export const PASSWORD_OPTIONS = {
  "password-stdin": flag("Read the password from stdin; otherwise one is generated and shown once"),
};

export interface ChosenPassword {
  readonly password: string;
  /** Whether it has to be shown, since it was generated here. */
  readonly isGenerated: boolean;
}

/** Reads the password from stdin, since other users of the computer can see options, or generates one. */
export async function choosePassword(
  command: string,
  { isFromStdin }: { readonly isFromStdin: boolean },
): Promise<ChosenPassword> {
  if (!isFromStdin) {
    return { password: randomCharacters(GENERATED_PASSWORD_LENGTH), isGenerated: true };
  }
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, "");
  if (password.length >= MIN_PASSWORD_LENGTH) return { password, isGenerated: false };
  throw usageError(
    command,
    `needs a password of at least ${MIN_PASSWORD_LENGTH} characters on stdin`,
  );
}

export function describePassword({ password, isGenerated }: ChosenPassword): string[] {
  return isGenerated ? ["The password, shown only once:", password] : [];
}
