import { useQueries } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import type { PlanEventRow } from "./event-words.ts";

const PAGE = 100;

/** The events with these sequence numbers (inclusive), as far as they are loaded. */
export function useEvents(
  planId: string,
  { from, to, total }: { readonly from: number; readonly to: number; readonly total: number },
) {
  const firstPage = Math.floor((from - 1) / PAGE);
  const pageCount = total === 0 ? 0 : Math.floor((to - 1) / PAGE) - firstPage + 1;
  return useQueries({
    queries: Array.from({ length: pageCount }, (_, index) => {
      const fromSeq = (firstPage + index) * PAGE;
      return {
        ...api.researchPlan.events.queryOptions({ planId, fromSeq, limit: PAGE }),
        // Events never change; only a page that is not full can grow.
        staleTime: ({ state }: { state: { data?: { events: readonly unknown[] } | undefined } }) =>
          state.data?.events.length === PAGE ? ("static" as const) : 0,
      };
    }),
    combine: (queries) => ({
      bySeq: new Map<number, PlanEventRow>(
        queries
          .flatMap(({ data }) => data?.events ?? [])
          .map((event) => [event.seq ?? 0, event] as const),
      ),
      error: queries.find(({ error, data }) => error && !data)?.error ?? null,
      retry: () => {
        for (const query of queries) if (query.error) void query.refetch();
      },
    }),
  });
}
