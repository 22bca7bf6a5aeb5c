import { AppError } from "@trovella/foundation";

/** Why an archive is refused; nothing of it is stored. */
export function refused(problem: string): AppError {
  return new AppError(
    "INVALID_INPUT",
    `The archive cannot be imported: ${problem}. Nothing was stored. Next: export it again, or use the version of Trovella that made it.`,
  );
}
