import { AppError } from "@trovella/foundation";

/** Answers a call that its client cancelled before it had an effect; few clients read it. */
export function cancelledCall(toolName: string): AppError {
  return new AppError(
    "UNAVAILABLE",
    `The call was cancelled, and nothing was stored. Next: repeat ${toolName}.`,
  );
}
