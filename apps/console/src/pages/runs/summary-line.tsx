import { useQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { counted, durationText } from "../../format/duration-text.ts";

/** All runs in one sentence; a description of the page until they are loaded. */
export function SummaryLine() {
  const { data } = useQuery(api.skillExecution.summary.queryOptions());
  return <p>{data ? summaryText(data) : "All runs of research skills."}</p>;
}

function summaryText(summary: Replies["skillExecution"]["summary"]): string {
  const { totalExecutions, byStatus, avgDurationMs, recentFailures } = summary;
  const { started = 0, executing = 0, completed = 0, failed = 0 } = byStatus;
  if (totalExecutions === 0) return "All runs of research skills.";
  const parts = [
    `${counted(totalExecutions, "run")}: ${completed} completed, ${failed} failed, ${started + executing} open.`,
    avgDurationMs === null
      ? ""
      : `A completed run takes ${durationText(avgDurationMs)} on average.`,
    recentFailures > 0 ? `${recentFailures} failed in the last 24 hours.` : "",
  ];
  return parts.filter(Boolean).join(" ");
}
