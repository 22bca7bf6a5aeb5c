import { RenderingRefused } from "@trovella/deliverables";
import { AppError, type ErrorCode } from "@trovella/foundation";

const CODES: Readonly<Record<RenderingRefused["reason"], ErrorCode>> = {
  busy: "RATE_LIMITED",
  too_large: "LIMIT_EXCEEDED",
  unavailable: "UNAVAILABLE",
};

/** Throws a refused rendering as an AppError; any other error as it is. */
export function throwRenderingError(error: unknown): never {
  if (!(error instanceof RenderingRefused)) throw error;
  throw new AppError(CODES[error.reason], error.message);
}
