import { type Caller, DATABASE_RETRY_SECONDS } from "@trovella/research";
import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { appRouter } from "./app-router.ts";
import type { ApiServices } from "./context.ts";

export const API_PATH = "/api/trpc";
/** Larger batches would delay other requests. */
export const MAX_BATCH = 20;

export function handleApiRequest(
  request: Request,
  { services, caller }: { readonly services: ApiServices; readonly caller: Caller },
): Promise<Response> {
  return fetchRequestHandler({
    endpoint: API_PATH,
    req: request,
    router: appRouter,
    maxBatchSize: MAX_BATCH,
    // For queries whose input is too large for a URL. A POST is subject to the CSRF protection.
    allowMethodOverride: true,
    createContext: () => ({ services, caller }),
    responseMeta: ({ errors }) => retryHeaders(errors),
  });
}

function retryHeaders(errors: readonly TRPCError[]): { headers?: Record<string, string> } {
  const isUnavailable = errors.some(({ code }) => code === "SERVICE_UNAVAILABLE");
  return isUnavailable ? { headers: { "Retry-After": String(DATABASE_RETRY_SECONDS) } } : {};
}
