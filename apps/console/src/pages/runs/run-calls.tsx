import { useInfiniteQuery } from "@tanstack/react-query";
import { api, queryClient, type Replies } from "../../api/api.ts";
import { CALL_COLUMNS, type ToolCall } from "../../components/call-columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { CsvButton } from "../../components/lists/csv-button.tsx";
import { PagedTable } from "../../components/paged-table.tsx";
import { Section } from "../../components/section.tsx";
import { numberText, plural, t } from "../../language/messages.ts";

type Figures = Replies["skillExecution"]["detail"]["toolCalls"];

export function callPages(executionId: string) {
  return api.toolCall.list.infiniteQueryOptions(
    { executionId },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
}

export function RunCalls({ executionId, figures }: { executionId: string; figures: Figures }) {
  const { count } = figures;
  return (
    <Section title={t("Tool calls")}>
      <p className="mb-2 text-soft">
        {count === 0 ? t("No calls were logged for this run.") : callsText(figures)}
      </p>
      {count > 0 && (
        <>
          <p className="mb-2">
            <CsvButton
              name="tool-calls"
              label={t("Tool calls as CSV")}
              load={() => queryClient.fetchQuery(api.csv.toolCalls.queryOptions({ executionId }))}
            />
          </p>
          <CallTable executionId={executionId} />
        </>
      )}
    </Section>
  );
}

function callsText({ count, errors, p95Ms }: Figures): string {
  const calls = plural(count, "{count} call, {errors} failed.", "{count} calls, {errors} failed.", {
    errors,
  });
  return p95Ms === null ? calls : `${calls} p95 ${numberText(Math.round(p95Ms))} ms.`;
}

function CallTable({ executionId }: { executionId: string }) {
  const query = useInfiniteQuery(callPages(executionId));
  return (
    <PagedTable
      query={query}
      what={t("tool calls")}
      rowName={t("calls")}
      lines={4}
      rowsOf={({ toolCalls }) => toolCalls}
      caption={t("Tool calls of the run")}
      columns={COLUMNS}
    />
  );
}

const COLUMNS: readonly Column<ToolCall>[] = [
  {
    header: t("Tool"),
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
