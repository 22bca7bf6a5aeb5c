import { useQuery } from "@tanstack/react-query";
import { api, queryClient, type Replies } from "./api.ts";

type Account = Replies["organization"]["current"];
export type Team = NonNullable<Account["team"]>;
export type Permission = Account["permissions"][number];

const QUESTION = {
  ...api.organization.current.queryOptions(),
  // Asked once with the first page; what changes it is told by an event.
  staleTime: Number.POSITIVE_INFINITY,
};

/** Who is signed in, and where; null in local mode, undefined as long as it is not known. */
export function useTeam(): Team | null | undefined {
  return useQuery(QUESTION).data?.team;
}

/** Whether the person may do something here; what they may not do is not offered. */
export function useMay(permission: Permission): boolean {
  return useQuery(QUESTION).data?.permissions.includes(permission) ?? false;
}

/** Asks who is signed in once more, for when the server has ended the events; nobody has to in local mode. */
export function askAgainWhoIsHere(): void {
  if (!queryClient.getQueryData(QUESTION.queryKey)?.team) return;
  queryClient.fetchQuery({ ...QUESTION, staleTime: 0 }).catch(() => undefined);
}

/** After switching organizations everything is loaded again: nothing of the previous one may stay. */
export const RELOAD_CONSOLE = {
  networkMode: "always",
  onSuccess: () => window.location.assign("/"),
} as const;
