import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { CallOutcome } from "../../components/call-outcome.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { ShowMore } from "../../components/show-more.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { counted } from "../../format/duration-text.ts";

type Figures = Replies["skillExecution"]["detail"]["toolCalls"];
type ToolCall = Replies["toolCall"]["list"]["toolCalls"][number];

export function callPages(executionId: string) {
  return api.toolCall.list.infiniteQueryOptions(
    { executionId },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
}

/** The calls of tools that belong to the run, newest first. */
export function RunCalls({ executionId, figures }: { executionId: string; figures: Figures }) {
  const { count, errors, p95Ms } = figures;
  return (
    <Section title="Tool calls">
      <p className="mb-2 text-soft">
        {count === 0
          ? "No calls were logged for this run."
          : `${counted(count, "call")}, ${errors} failed. ${p95Ms === null ? "" : `95 of 100 took at most ${Math.round(p95Ms).toLocaleString()} ms.`}`}
      </p>
      {count > 0 && <CallTable executionId={executionId} />}
    </Section>
  );
}

function CallTable({ executionId }: { executionId: string }) {
  const query = useInfiniteQuery(callPages(executionId));
  const { data, error, refetch } = query;
  if (!data) {
    return error ? (
      <ErrorState what="Tool calls" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton what="tool calls" />
    );
  }
  return (
    <>
      <DataTable
        caption="Tool calls of the run"
        columns={COLUMNS}
        rows={data.pages.flatMap(({ toolCalls }) => toolCalls)}
        keyOf={({ id }) => id}
      />
      <ShowMore query={query}>Show more calls</ShowMore>
    </>
  );
}

const COLUMNS: readonly Column<ToolCall>[] = [
  {
    id: "tool",
    header: "Tool",
    className: "w-full min-w-32 max-w-0 truncate",
    cell: ({ toolName }) => (
      <span title={toolName} className="font-mono text-sm">
        {toolName}
      </span>
    ),
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: ({ isError, errorCode }) => <CallOutcome isError={isError} errorCode={errorCode} />,
  },
  {
    id: "client",
    header: "Client",
    className: "hidden min-w-44 max-w-44 truncate lg:table-cell",
    cell: ({ clientName, clientVersion }) => `${clientName ?? "unknown"} ${clientVersion ?? ""}`,
  },
  {
    id: "duration",
    header: "Took",
    className: "hidden whitespace-nowrap text-right tabular-nums sm:table-cell",
    cell: ({ durationMs }) => `${durationMs.toLocaleString()} ms`,
  },
  { id: "at", header: "When", cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];
