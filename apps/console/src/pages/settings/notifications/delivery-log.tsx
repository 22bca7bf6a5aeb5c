import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { ShowMore } from "../../../components/show-more.tsx";
import { numberText, t } from "../../../language/messages.ts";

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
      what={t("the delivery log")}
      lines={3}
      isEmpty={({ pages: [first] }) => first?.attempts.length === 0}
      empty={<p className="text-soft text-sm">{t("Nothing was sent yet.")}</p>}
    >
      {({ pages }) => (
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <caption className="sr-only">{t("Last requests to {name}", { name })}</caption>
            <thead>
              <tr className="text-left text-soft">
                <th className="py-1 pr-3 font-medium">{t("Sent")}</th>
                <th className="py-1 pr-3 font-medium">{t("Event")}</th>
                <th className="py-1 pr-3 font-medium">{t("Attempt")}</th>
                <th className="py-1 pr-3 font-medium">{t("Result")}</th>
                <th className="py-1 font-medium">{t("Time")}</th>
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
                      {problem ?? t("Delivered ({status})", { status: String(httpStatus) })}
                    </td>
                    <td className="py-1.5 whitespace-nowrap">{numberText(durationMs)} ms</td>
                  </tr>
                ))}
            </tbody>
          </table>
          <ShowMore query={query}>{t("Older requests")}</ShowMore>
        </div>
      )}
    </QueryView>
  );
}
