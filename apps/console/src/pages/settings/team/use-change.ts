import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { useToast } from "../../../components/toast.tsx";

const FILTERS = [
  api.organization.pathFilter(),
  api.member.pathFilter(),
  api.invitation.pathFilter(),
  api.token.pathFilter(),
  api.grant.pathFilter(),
  api.session.pathFilter(),
  api.securityEvent.pathFilter(),
];

/** Mutation options for members and tokens: confirms with a toast and invalidates their queries. */
export function useChange(): (done: string) => {
  networkMode: "always";
  onSuccess: () => void;
  onSettled: () => void;
} {
  const queries = useQueryClient();
  const toast = useToast();
  return (done) => ({
    networkMode: "always",
    onSuccess: () => toast(done),
    onSettled: () => {
      for (const filter of FILTERS) void queries.invalidateQueries(filter);
    },
  });
}
