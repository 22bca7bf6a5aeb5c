import type { Caller } from "@trovella/research";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { appRouter } from "./app-router.ts";
import type { ApiServices } from "./context.ts";

export const API_PATH = "/api/trpc";
/** More calls in one request would hold up those who send one. */
const MAX_BATCH = 20;

/** Answers a request below the path of the API. */
export function handleApiRequest(
  request: Request,
  { services, caller }: { readonly services: ApiServices; readonly caller: Caller },
): Promise<Response> {
  return fetchRequestHandler({
    endpoint: API_PATH,
    req: request,
    router: appRouter,
    maxBatchSize: MAX_BATCH,
    createContext: () => ({ services, caller }),
  });
}
