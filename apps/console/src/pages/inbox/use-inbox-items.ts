import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import type { Whose } from "../../api/whose.ts";
import { useIsReady } from "../../components/query-view.tsx";
import { OPEN_REVIEWS } from "../../decisions/decisions.ts";
import { t } from "../../language/messages.ts";
import { AS_TIME_PASSES } from "../../live/as-time-passes.ts";
import { type InboxItem, type ItemCounts, inboxItems } from "./inbox-items.ts";

interface Part {
  readonly what: string;
  readonly error: unknown;
  readonly retry: () => void;
}

export interface InboxItems {
  readonly items: readonly InboxItem[];
  readonly isLoading: boolean;
  readonly failures: readonly Part[];
  /** How many items wait for other people, and are not listed. */
  readonly others: number;
  /** Of all items, also of those that are not listed, as the navigation and Home have it. */
  readonly counts: ItemCounts;
}

/** Everything that needs a person; one part that fails to load does not hide the other. */
export function useInboxItems(whose: Whose | undefined): InboxItems {
  const enabled = whose !== undefined;
  const asked = { whose: whose ?? "all" } as const;
  const reviews = useQuery({
    ...api.review.list.queryOptions({ ...OPEN_REVIEWS, ...asked }),
    enabled,
  });
  const summary = useQuery({
    ...api.home.summary.queryOptions(asked),
    ...AS_TIME_PASSES,
    enabled,
  });
  const found = reviews.data ?? summary.data;
  const isReady = useIsReady(found);
  const needsYou = isReady ? summary.data?.needsYou : undefined;
  const listed = (isReady && reviews.data?.reviews) || [];
  const parts = [
    { what: t("Reviews"), query: reviews },
    { what: t("Closing, stalled, waiting and failed plans"), query: summary },
  ];
  const items = inboxItems(listed, needsYou ?? NO_PLANS);
  return {
    items,
    isLoading: reviews.isPending || summary.isPending || (found !== undefined && !isReady),
    failures: parts.flatMap(({ what, query }) =>
      query.error && !query.data
        ? [{ what, error: query.error, retry: () => void query.refetch() }]
        : [],
    ),
    others: needsYou?.others ?? 0,
    counts: needsYou?.counts ?? { ...NO_COUNTS, review: listed.length, total: items.length },
  };
}

const NO_PLANS = { closing: [], stalled: [], waiting: [], failed: [] };
const NO_COUNTS = { closing: 0, stalled: 0, waiting: 0, failed: 0 };
