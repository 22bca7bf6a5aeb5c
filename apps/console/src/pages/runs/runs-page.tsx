import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { oneOf } from "../../url/search-params.ts";
import { RUN_COLUMNS } from "./columns.tsx";
import { Pager } from "./pager.tsx";
import { RUN_STATUSES, RUNS_PER_PAGE, type RunsSearch } from "./route-search.ts";
import { RunFilters } from "./run-filters.tsx";
import { SummaryLine } from "./summary-line.tsx";

const route = getRouteApi("/runs");

export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Runs">
        <SummaryLine />
      </PageHeader>
      <RunFilters
        search={search}
        onChange={(changed) => {
          const filters = { skillName: search.skillName, status: search.status, ...changed };
          // Another list begins at its beginning.
          void navigate({ search: filters, replace: true });
        }}
      />
      <RunTable search={search} />
    </>
  );
}

function RunTable({ search: { skillName, status, page = 1 } }: { search: RunsSearch }) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...api.skillExecution.list.queryOptions({
      limit: RUNS_PER_PAGE,
      offset: (page - 1) * RUNS_PER_PAGE,
      skillName,
      status: oneOf(status, RUN_STATUSES),
    }),
    placeholderData: keepPreviousData,
  });
  if (error && (!data || isPlaceholderData)) {
    return <ErrorState what="Runs" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton what="runs" lines={8} />;
  if (data.total === 0) {
    return skillName || status ? <NoneMatch /> : <NoRuns />;
  }
  return (
    <>
      {data.executions.length > 0 ? (
        <DataTable
          caption="Runs of skills"
          columns={RUN_COLUMNS}
          rows={data.executions}
          keyOf={({ id }) => id}
        />
      ) : (
        <EmptyState title={`There is no page ${page}`}>The list ends before it.</EmptyState>
      )}
      <Pager page={page} total={data.total} perPage={RUNS_PER_PAGE} />
    </>
  );
}

function NoneMatch() {
  const navigate = route.useNavigate();
  return (
    <EmptyState
      title="No run matches these filters"
      action={<Button onClick={() => void navigate({ search: {} })}>Show all runs</Button>}
    >
      Fewer filters may find it.
    </EmptyState>
  );
}

function NoRuns() {
  return (
    <EmptyState
      title="No runs yet"
      action={
        <Link to="/connect" className="font-medium text-accent underline">
          Connect an AI client
        </Link>
      }
    >
      A run appears here when an AI client uses one of the research skills.
    </EmptyState>
  );
}
