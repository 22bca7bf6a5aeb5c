import { useQuery } from "@tanstack/react-query";
import { t } from "../language/messages.ts";
import { useTeam } from "./account.ts";
import { api } from "./api.ts";

const LOCAL_USER = "usr_local";

/** Names of members by their ids; null for everybody else. */
export function useMemberName(): (userId: string | null) => string | null {
  const team = useTeam();
  const { data } = useQuery({ ...api.member.list.queryOptions(), enabled: Boolean(team) });
  return (userId) => data?.members.find((member) => member.userId === userId)?.name ?? null;
}

/** Names of members by their ids. Users who left the organization keep their id. */
export function usePersonName(): (userId: string | null) => string {
  const team = useTeam();
  const { data } = useQuery({ ...api.member.list.queryOptions(), enabled: Boolean(team) });
  return (userId) => {
    if (userId === null) return t("an unknown user");
    // The one user of local mode has a technical id.
    if (userId === LOCAL_USER) return t("Local user");
    return data?.members.find((member) => member.userId === userId)?.name ?? userId;
  };
}
