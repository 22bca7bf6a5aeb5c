import { RenderingRefused } from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";

/** Throws a refused rendering as an AppError; any other error as it is. */
export function throwRenderingError(error: unknown): never {
  if (!(error instanceof RenderingRefused)) throw error;
  throw new AppError(error.reason === "busy" ? "RATE_LIMITED" : "LIMIT_EXCEEDED", error.message);
}
