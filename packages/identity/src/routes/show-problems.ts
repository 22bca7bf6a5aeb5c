import { AppError } from "@trovella/foundation";
import type { Problem } from "../pages/page.ts";

const STATUSES = { FORBIDDEN: 403, NOT_FOUND: 404 } as const;

/** Shows an error that the user can act on, on the page with the form that caused it. */
export async function showProblems(
  work: () => Promise<Response>,
  page: (shown: Problem) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    const status = code === "FORBIDDEN" || code === "NOT_FOUND" ? STATUSES[code] : 400;
    return page({ problem: message, status });
  }
}
