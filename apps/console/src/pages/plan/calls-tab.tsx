import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api, type Replies } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { CallOutcome } from "../../components/call-outcome.tsx";
import { Choice } from "../../components/choice.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { ShowMore } from "../../components/show-more.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import type { PlanDetail } from "./plan-detail.ts";

type ToolCall = Replies["toolCall"]["list"]["toolCalls"][number];

const route = getRouteApi("/plans/$planId");
const ONLY_ERRORS = [{ value: "problems", label: "Only errors" }] as const;

/** What clients asked for in this plan, newest first. */
export function CallsTab({ detail }: { detail: PlanDetail }) {
  const { only } = route.useSearch();
  const navigate = route.useNavigate();
  const showOnly = (chosen: readonly "problems"[]) =>
    void navigate({ search: (before) => ({ ...before, only: chosen[0] }), replace: true });
  return (
    <>
      <div className="mb-3">
        <Choice
          label="Which calls"
          options={ONLY_ERRORS}
          chosen={only ? [only] : []}
          onChange={showOnly}
        />
      </div>
      <Calls detail={detail} onlyErrors={only === "problems"} onShowAll={() => showOnly([])} />
    </>
  );
}

function Calls({
  detail,
  onlyErrors,
  onShowAll,
}: {
  detail: PlanDetail;
  onlyErrors: boolean;
  onShowAll: () => void;
}) {
  const input = { planId: detail.plan.id, onlyErrors };
  const query = useInfiniteQuery(
    api.toolCall.list.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const { data, error, refetch } = query;
  if (error && !data) {
    return <ErrorState what="Tool calls" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton what="tool calls" lines={6} />;
  const calls = data.pages.flatMap(({ toolCalls }) => toolCalls);
  if (calls.length === 0) return <NoCalls onlyErrors={onlyErrors} onShowAll={onShowAll} />;
  return (
    <>
      <DataTable
        caption="Tool calls"
        columns={columnsFor(detail)}
        rows={calls}
        keyOf={({ id }) => id}
      />
      <ShowMore query={query}>Show more calls</ShowMore>
    </>
  );
}

function NoCalls({ onlyErrors, onShowAll }: { onlyErrors: boolean; onShowAll: () => void }) {
  return onlyErrors ? (
    <EmptyState title="No call failed" action={<Button onClick={onShowAll}>Show all calls</Button>}>
      Every call of this plan was answered as asked.
    </EmptyState>
  ) : (
    <EmptyState title="No calls are recorded">
      Calls that clients make for this plan appear here.
    </EmptyState>
  );
}

function columnsFor({ plan, steps }: PlanDetail): readonly Column<ToolCall>[] {
  const orderOf = (stepId: string | null) => steps.find(({ id }) => id === stepId)?.order;
  return [
    {
      id: "tool",
      header: "Tool",
      className: "w-full min-w-32 max-w-0",
      cell: ({ toolName, request, response, createdAt }) => (
        <details>
          <summary className="min-h-8 cursor-pointer content-center font-mono text-sm [overflow-wrap:anywhere]">
            {toolName}
          </summary>
          <p className="text-soft text-sm sm:hidden">
            <RelativeTime at={createdAt} />
          </p>
          <Excerpt title="Asked" text={request} />
          <Excerpt title="Answered" text={response} />
        </details>
      ),
    },
    {
      id: "outcome",
      header: "Outcome",
      cell: ({ isError, errorCode }) => <CallOutcome isError={isError} errorCode={errorCode} />,
    },
    {
      id: "step",
      header: "Step",
      className: "hidden sm:table-cell",
      cell: ({ stepId }) => {
        const order = orderOf(stepId);
        return order === undefined ? null : (
          <Link
            to="/plans/$planId"
            params={{ planId: plan.id }}
            search={{ step: stepId ?? undefined }}
            className="text-accent underline"
          >
            {order}
          </Link>
        );
      },
    },
    {
      id: "client",
      header: "Client",
      className: "hidden max-w-40 lg:table-cell",
      cell: ({ clientName, clientVersion }) => (
        <span className="[overflow-wrap:anywhere]">
          {clientName ?? "unknown"} {clientVersion}
        </span>
      ),
    },
    {
      id: "duration",
      header: "Took",
      className: "hidden whitespace-nowrap text-right tabular-nums sm:table-cell",
      cell: ({ durationMs }) => `${durationMs.toLocaleString()} ms`,
    },
    {
      id: "at",
      header: "When",
      className: "hidden sm:table-cell",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

function Excerpt({ title, text }: { title: string; text: string | null }) {
  return (
    <div className="mt-1 mb-2">
      <p className="text-soft text-sm">{title}</p>
      <pre className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">
        {text ?? "nothing"}
      </pre>
    </div>
  );
}
