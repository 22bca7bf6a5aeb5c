import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import { OPEN_REVIEWS } from "../../decisions/decisions.ts";
import { type InboxItem, inboxItems } from "./inbox-items.ts";

interface Part {
  readonly what: string;
  readonly error: unknown;
  readonly retry: () => void;
}

export interface InboxItems {
  readonly items: readonly InboxItem[];
  readonly isLoading: boolean;
  readonly failures: readonly Part[];
  readonly furtherReviews: number;
}

/** Everything that needs a person; one part that fails to load does not hide the other. */
export function useInboxItems(): InboxItems {
  const reviews = useQuery(api.review.list.queryOptions(OPEN_REVIEWS));
  const summary = useQuery(api.home.summary.queryOptions());
  const needsYou = summary.data?.needsYou;
  const listed = reviews.data?.reviews ?? [];
  const parts = [
    { what: "Reviews", query: reviews },
    { what: "Closing, stalled and failed plans", query: summary },
  ];
  return {
    items: inboxItems(listed, needsYou ?? { closing: [], stalled: [], failed: [] }),
    isLoading: reviews.isPending || summary.isPending,
    failures: parts.flatMap(({ what, query }) =>
      query.error && !query.data
        ? [{ what, error: query.error, retry: () => void query.refetch() }]
        : [],
    ),
    furtherReviews: reviews.data?.nextCursor
      ? Math.max(1, (needsYou?.reviewCount ?? 0) - listed.length)
      : 0,
  };
}
