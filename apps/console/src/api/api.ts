import { QueryClient } from "@tanstack/react-query";
import type { AppRouter } from "@trovella/api";
import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { isPaused } from "../live/live-pause.ts";
import { refusalOf } from "./describe-error.ts";
import { fetchAdmitted } from "./fetch-or-sign-in.ts";

const MOST_IN_A_BATCH = 20;
const LONGEST_ADDRESS = 4_000;

const client = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: "/api/trpc",
      maxItems: MOST_IN_A_BATCH,
      maxURLLength: LONGEST_ADDRESS,
      headers: organizationHeader,
      fetch: (address, options) => fetchAdmitted(address, options as RequestInit),
    }),
  ],
});

/** Asks again by itself only when the server could not be reached: other errors have their reasons. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: "always",
      refetchOnWindowFocus: () => !isPaused(),
      refetchOnReconnect: () => !isPaused(),
      retry: (failures, error) => failures < 1 && isUnreachable(error),
      retryDelay: 500,
    },
  },
});

/** What the pages ask with: `useQuery(api.home.summary.queryOptions())`. */
export const api = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** What each procedure answers: `Replies["review"]["list"]`. */
export type Replies = inferRouterOutputs<AppRouter>;
export type HomeSummary = Replies["home"]["summary"];
export type PlanRow = Replies["researchPlan"]["list"]["plans"][number];

function isUnreachable(error: unknown): boolean {
  return error instanceof TRPCClientError && !error.data && !refusalOf(error);
}

/** Which organization this page shows: the server refuses what is meant for another one. */
function organizationHeader(): Record<string, string> {
  const team = queryClient.getQueryData(api.organization.current.queryKey())?.team;
  return team ? { "trovella-organization": team.organizationId } : {};
}
