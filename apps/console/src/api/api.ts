import { QueryClient } from "@tanstack/react-query";
import type { AppRouter } from "@trovella/api";
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  splitLink,
  TRPCClientError,
} from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { isPaused } from "../live/live-pause.ts";
import { refusalIn } from "./describe-error.ts";
import { fetchOrSignIn } from "./fetch-or-sign-in.ts";

const API_URL = "/api/trpc";
const MAX_BATCH_SIZE = 20;
const MAX_URL_LENGTH = 4_000;

const CONNECTION = {
  url: API_URL,
  headers: organizationHeader,
  fetch: (url: RequestInfo | URL | string, options: unknown) =>
    fetchOrSignIn(url, options as RequestInit),
};

const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: ({ path }) => path === "theme.preview",
      // A logo does not fit into a URL.
      true: httpLink({ ...CONNECTION, methodOverride: "POST" }),
      false: httpBatchLink({
        ...CONNECTION,
        maxItems: MAX_BATCH_SIZE,
        maxURLLength: MAX_URL_LENGTH,
      }),
    }),
  ],
});

/** Retries only when the server was unreachable: other errors would repeat. */
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

/** Typed query options of the API: `useQuery(api.home.summary.queryOptions())`. */
export const api = createTRPCOptionsProxy<AppRouter>({ client, queryClient });

/** Sends the decision of a review; it is final. */
export function decideReview(verdict: Inputs["review"]["decide"]) {
  return client.review.decide.mutate(verdict);
}

/** The same while the page is being left: the request is under way when this returns, and outlives the page. */
export async function decideReviewOnLeaving(verdict: Inputs["review"]["decide"]): Promise<void> {
  const response = await fetch(`${API_URL}/review.decide`, {
    method: "POST",
    keepalive: true,
    headers: { "Content-Type": "application/json", ...organizationHeader() },
    body: JSON.stringify(verdict),
  });
  if (!response.ok) throw new Error(`review.decide answered with ${response.status}`);
}

/** What people may do to a plan (R37). */
type PlanActions = Pick<
  Inputs["researchPlan"],
  "cancel" | "archive" | "restore" | "rename" | "setTags" | "modify" | "askForCheckpoint"
>;
/** One of them with its input, without the plan and the version that the person saw. */
export type PlanAction = {
  readonly [Name in keyof PlanActions]: {
    readonly name: Name;
    readonly input: WithoutSeen<PlanActions[Name]>;
  };
}[keyof PlanActions];
type WithoutSeen<T> = T extends unknown ? Omit<T, "planId" | "expectedVersion"> : never;

export function actOnPlan(
  { name, input }: PlanAction,
  seen: { readonly planId: string; readonly expectedVersion: number },
): Promise<Replies["researchPlan"]["cancel"]> {
  const { mutate } = client.researchPlan[name];
  // The names and inputs belong together, which the compiler cannot follow through a union.
  return (mutate as (given: object) => Promise<Replies["researchPlan"]["cancel"]>)({
    ...input,
    ...seen,
  });
}

/** The output of each procedure: `Replies["review"]["list"]`. */
export type Replies = inferRouterOutputs<AppRouter>;
type Inputs = inferRouterInputs<AppRouter>;
type FilteredRouter = "researchPlan" | "skillExecution" | "claims" | "output";
export type ListInput<Router extends FilteredRouter> = Extract<Inputs[Router]["list"], object>;
/** The filters that the API offers for a list: `FilterName<"researchPlan">`. */
export type FilterName<Router extends FilteredRouter> = Exclude<
  keyof ListInput<Router>,
  "sort" | "isReversed" | "limit" | "offset" | "cursor" | "createdAfter" | "createdBefore"
>;
export type HomeSummary = Replies["home"]["summary"];
export type RunStatus = Replies["skillExecution"]["list"]["executions"][number]["status"];
export type PlanRow = Replies["researchPlan"]["list"]["plans"][number];

function isUnreachable(error: unknown): boolean {
  return error instanceof TRPCClientError && !error.data && !refusalIn(error);
}

/** Names the organization of this page; the server refuses requests meant for another one. */
function organizationHeader(): Record<string, string> {
  const team = queryClient.getQueryData(api.organization.current.queryKey())?.team;
  return team ? { "trovella-organization": team.organizationId } : {};
}
