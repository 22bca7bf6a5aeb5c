import type { Replies } from "../../../api/api.ts";
import { plural } from "../../../language/messages.ts";

type Counts = Replies["deletion"]["preview"]["counts"];

/** "12 steps", "48 events", … in the order of how much they matter. */
export function countsInWords(counts: Counts): string[] {
  const words = [
    [
      counts.plans,
      (n: number) =>
        plural(n, "{count} plan with its question", "{count} plans with their questions"),
    ],
    [
      counts.steps,
      (n: number) => plural(n, "{count} step with its result", "{count} steps with their results"),
    ],
    [
      counts.reports,
      (n: number) => plural(n, "{count} version of a report", "{count} versions of reports"),
    ],
    [counts.artifacts, (n: number) => plural(n, "{count} finding", "{count} findings")],
    [
      counts.claims,
      (n: number) =>
        plural(n, "{count} claim with its evidence", "{count} claims with their evidence"),
    ],
    [counts.sources, (n: number) => plural(n, "{count} source", "{count} sources")],
    [
      counts.captures,
      (n: number) => plural(n, "{count} page that was read", "{count} pages that were read"),
    ],
    [counts.reviews, (n: number) => plural(n, "{count} review", "{count} reviews")],
    [counts.extractions, (n: number) => plural(n, "{count} extraction", "{count} extractions")],
    [counts.feedback, (n: number) => plural(n, "{count} feedback note", "{count} feedback notes")],
    [counts.runs, (n: number) => plural(n, "{count} run", "{count} runs")],
    [
      counts.events,
      (n: number) => plural(n, "{count} event of the record", "{count} events of the record"),
    ],
    [counts.calls, (n: number) => plural(n, "{count} tool call", "{count} tool calls")],
    [
      counts.notifications,
      (n: number) => plural(n, "{count} notification", "{count} notifications"),
    ],
  ] as const;
  return words.flatMap(([count, inWords]) => (count ? [inWords(count)] : []));
}
