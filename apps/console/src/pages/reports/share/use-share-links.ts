import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";

/** The public links of a plan, or of the whole organization. */
export function useShareLinks(planId?: string) {
  return useQuery(api.share.list.queryOptions(planId === undefined ? {} : { planId }));
}
