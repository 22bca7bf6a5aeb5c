import { useQuery } from "@tanstack/react-query";
import { api, queryClient, type Replies } from "./api.ts";

type Account = Replies["organization"]["current"];
export type Team = NonNullable<Account["team"]>;
export type Permission = Account["permissions"][number];

const ACCOUNT_QUERY = {
  ...api.organization.current.queryOptions(),
  // Invalidated by events.
  staleTime: Number.POSITIVE_INFINITY,
};

/** The signed-in user and their organization; null in local mode, undefined while loading. */
export function useTeam(): Team | null | undefined {
  return useQuery(ACCOUNT_QUERY).data?.team;
}

/** Whether the user has a permission; the console does not offer what they lack. */
export function useCan(permission: Permission): boolean {
  return useQuery(ACCOUNT_QUERY).data?.permissions.includes(permission) ?? false;
}

/** Checks whether the user is still signed in; there is no sign-in in local mode. */
export function refetchAccount(): void {
  if (!queryClient.getQueryData(ACCOUNT_QUERY.queryKey)?.team) return;
  queryClient.fetchQuery({ ...ACCOUNT_QUERY, staleTime: 0 }).catch(() => undefined);
}

/** After switching organizations everything is loaded again: nothing of the previous one may stay. */
export const RELOAD_CONSOLE = {
  networkMode: "always",
  onSuccess: () => window.location.assign("/"),
} as const;
