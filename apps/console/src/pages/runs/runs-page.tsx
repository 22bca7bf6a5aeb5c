import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, queryClient, type Replies } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { CsvButton } from "../../components/lists/csv-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { durationText } from "../../format/duration-text.ts";
import { plural, t } from "../../language/messages.ts";
import { RUN_COLUMNS } from "./columns.tsx";
import { Pager } from "./pager.tsx";
import { RUNS_PER_PAGE, type RunsSearch, runFilters } from "./route-search.ts";
import { RunFilters } from "./run-filters.tsx";

const route = getRouteApi("/runs");

export function RunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={t("Runs")}
        actions={
          <CsvButton
            name="runs"
            load={() =>
              queryClient.fetchQuery(api.csv.runs.queryOptions(runFilters.valuesOf({ ...search })))
            }
          />
        }
      >
        <SummaryLine />
      </PageHeader>
      <RunFilters
        search={search}
        onChange={(changed) => {
          // Changed filters start at the first page.
          void navigate({ search: { ...search, ...changed, page: undefined }, replace: true });
        }}
      />
      <RunTable search={search} />
    </>
  );
}

function RunTable({ search }: { search: RunsSearch }) {
  const { page = 1, ...filters } = search;
  const query = useQuery({
    ...api.skillExecution.list.queryOptions({
      ...filters,
      limit: RUNS_PER_PAGE,
      offset: (page - 1) * RUNS_PER_PAGE,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView
      query={query}
      what={t("runs")}
      lines={8}
      isEmpty={({ total }) => total === 0}
      empty={runFilters.isAnySet(search) ? <NoneMatch /> : NO_RUNS}
    >
      {({ executions, total }) => (
        <>
          {executions.length > 0 ? (
            <DataTable
              caption={t("Runs of skills")}
              columns={RUN_COLUMNS}
              rows={executions}
              keyOf={({ id }) => id}
            />
          ) : (
            <EmptyState title={t("There is no page {page}", { page })}>
              {t("The list ends before it.")}
            </EmptyState>
          )}
          <Pager page={page} total={total} perPage={RUNS_PER_PAGE} />
        </>
      )}
    </QueryView>
  );
}

function NoneMatch() {
  const navigate = route.useNavigate();
  return (
    <EmptyState
      title={t("No run matches these filters")}
      action={<Button onClick={() => void navigate({ search: {} })}>{t("Show all runs")}</Button>}
    >
      {t("Try fewer filters.")}
    </EmptyState>
  );
}

const NO_RUNS = (
  <EmptyState
    title={t("No runs yet")}
    action={<TextLink to="/connect">{t("Connect an AI client")}</TextLink>}
  >
    {t("A run appears here when an AI client uses one of the research skills.")}
  </EmptyState>
);

/** All runs in one sentence; a description of the page until they are loaded. */
function SummaryLine() {
  const { data } = useQuery(api.skillExecution.summary.queryOptions());
  return <p>{data ? summaryText(data) : t("All runs of research skills.")}</p>;
}

function summaryText(summary: Replies["skillExecution"]["summary"]): string {
  const { totalExecutions, byStatus, avgDurationMs, recentFailures } = summary;
  const { started = 0, executing = 0, completed = 0, failed = 0 } = byStatus;
  if (totalExecutions === 0) return t("All runs of research skills.");
  const parts = [
    plural(
      totalExecutions,
      "{count} run: {completed} completed, {failed} failed, {open} open.",
      "{count} runs: {completed} completed, {failed} failed, {open} open.",
      { completed, failed, open: started + executing },
    ),
    avgDurationMs === null
      ? ""
      : t("A completed run takes {duration} on average.", {
          duration: durationText(avgDurationMs),
        }),
    recentFailures > 0 ? t("{count} failed in the last 24 hours.", { count: recentFailures }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}
