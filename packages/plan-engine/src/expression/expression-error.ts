import { AppError } from "@trovella/foundation";

/** `index` counts from 0; the message counts characters from 1. */
export function expressionError(text: string, index: number, problem: string): AppError {
  return new AppError(
    "INVALID_EXPRESSION",
    `The condition cannot be read at character ${index + 1}: ${problem}. ` +
      "Next: write it as <path> <operator> <literal>, for example confidence < 0.7 && result.gaps.length > 0.",
    { position: index + 1, length: text.length },
  );
}
