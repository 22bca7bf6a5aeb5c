import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "./api.ts";

/** How many reviews wait: the number in the navigation and in the title of the tab. */
export function useOpenReviewCount(): number {
  const { data } = useQuery(api.researchPlan.healthSummary.queryOptions());
  return data?.openReviews ?? 0;
}

/** For a tab that no longer listens itself. */
export function refetchOpenReviewCount(): void {
  void queryClient.invalidateQueries(api.researchPlan.healthSummary.queryFilter());
}
