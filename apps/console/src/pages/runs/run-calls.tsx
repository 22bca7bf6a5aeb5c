import { useInfiniteQuery } from "@tanstack/react-query";
import { api, type Replies } from "../../api/api.ts";
import { CALL_COLUMNS, type ToolCall } from "../../components/call-columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { Section } from "../../components/section.tsx";
import { counted } from "../../format/duration-text.ts";

type Figures = Replies["skillExecution"]["detail"]["toolCalls"];

export function callPages(executionId: string) {
  return api.toolCall.list.infiniteQueryOptions(
    { executionId },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
}

export function RunCalls({ executionId, figures }: { executionId: string; figures: Figures }) {
  const { count, errors, p95Ms } = figures;
  return (
    <Section title="Tool calls">
      <p className="mb-2 text-soft">
        {count === 0
          ? "No calls were logged for this run."
          : `${counted(count, "call")}, ${errors} failed. ${p95Ms === null ? "" : `p95 ${Math.round(p95Ms).toLocaleString()} ms.`}`}
      </p>
      {count > 0 && <CallTable executionId={executionId} />}
    </Section>
  );
}

function CallTable({ executionId }: { executionId: string }) {
  const query = useInfiniteQuery(callPages(executionId));
  return (
    <PagedTable
      query={query}
      what="tool calls"
      rowName="calls"
      lines={4}
      rowsOf={({ toolCalls }) => toolCalls}
      caption="Tool calls of the run"
      columns={COLUMNS}
    />
  );
}

const COLUMNS: readonly Column<ToolCall>[] = [
  {
    header: "Tool",
    className: "w-full min-w-32 max-w-0 truncate",
    cell: ({ toolName }) => (
      <span title={toolName} className="font-mono text-sm">
        {toolName}
      </span>
    ),
  },
  CALL_COLUMNS.outcome,
  CALL_COLUMNS.client,
  CALL_COLUMNS.duration,
  CALL_COLUMNS.at,
];
