import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { ShowMore } from "../../../components/show-more.tsx";

/** The last requests to one webhook. */
export function DeliveryLog({ webhookId, name }: { webhookId: string; name: string }) {
  const query = useInfiniteQuery(
    api.notification.attempts.infiniteQueryOptions(
      { webhookId, limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
  );
  return (
    <QueryView
      query={query}
      what="the delivery log"
      lines={3}
      isEmpty={({ pages: [first] }) => first?.attempts.length === 0}
      empty={<p className="text-soft text-sm">Nothing was sent yet.</p>}
    >
      {({ pages }) => (
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <caption className="sr-only">Last requests to {name}</caption>
            <thead>
              <tr className="text-left text-soft">
                <th className="py-1 pr-3 font-medium">Sent</th>
                <th className="py-1 pr-3 font-medium">Event</th>
                <th className="py-1 pr-3 font-medium">Attempt</th>
                <th className="py-1 pr-3 font-medium">Result</th>
                <th className="py-1 font-medium">Time</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {pages
                .flatMap(({ attempts }) => attempts)
                .map(({ id, createdAt, eventType, attempt, httpStatus, problem, durationMs }) => (
                  <tr key={id}>
                    <td className="py-1.5 pr-3 whitespace-nowrap">
                      <RelativeTime at={createdAt} />
                    </td>
                    <td className="py-1.5 pr-3 font-mono">{eventType}</td>
                    <td className="py-1.5 pr-3">{attempt}</td>
                    <td className={`py-1.5 pr-3 ${problem ? "text-bad" : "text-good"}`}>
                      {problem ?? `Delivered (${httpStatus})`}
                    </td>
                    <td className="py-1.5 whitespace-nowrap">{durationMs} ms</td>
                  </tr>
                ))}
            </tbody>
          </table>
          <ShowMore query={query}>Older requests</ShowMore>
        </div>
      )}
    </QueryView>
  );
}
