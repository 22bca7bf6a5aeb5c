import { useQuery } from "@tanstack/react-query";
import { AS_TIME_PASSES } from "../live/as-time-passes.ts";
import { api, queryClient } from "./api.ts";
import { useWhose } from "./whose.ts";

/** Everything in the inbox, counted as the inbox itself and Home count it: in the navigation and in the title of the tab. */
export function useInboxCount(): number {
  const whose = useWhose();
  const { data } = useQuery({
    ...api.researchPlan.healthSummary.queryOptions({ whose: whose ?? "all" }),
    ...AS_TIME_PASSES,
    enabled: whose !== undefined,
  });
  return data?.inbox.total ?? 0;
}

/** For a tab that no longer listens itself. */
export function refetchInboxCount(): void {
  void queryClient.invalidateQueries(api.researchPlan.healthSummary.queryFilter());
}
