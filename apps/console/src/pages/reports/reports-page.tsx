import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Select } from "../../components/select.tsx";
import { ShowMore } from "../../components/show-more.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { MEDIA_TYPE_WORDS, type MediaType, optionsOf } from "../../format/labels.ts";
import { REPORT_COLUMNS } from "./columns.tsx";

const route = getRouteApi("/reports");

export function ReportsPage() {
  const { mediaType } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (chosen: MediaType | undefined) =>
    void navigate({ search: { mediaType: chosen }, replace: true });
  return (
    <>
      <PageHeader title="Reports">What came out of the plans, every version of it.</PageHeader>
      <search aria-label="Filter reports" className="mb-4 flex flex-wrap items-center gap-2">
        <Select
          label="Medium"
          none="All media"
          options={optionsOf(MEDIA_TYPE_WORDS)}
          chosen={mediaType}
          onChange={choose}
        />
      </search>
      <ReportTable mediaType={mediaType} onShowAll={() => choose(undefined)} />
    </>
  );
}

function ReportTable({
  mediaType,
  onShowAll,
}: {
  mediaType: MediaType | undefined;
  onShowAll: () => void;
}) {
  const query = useInfiniteQuery(
    api.output.list.infiniteQueryOptions(
      { mediaType },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const { data, error, refetch } = query;
  if (error && (!data || query.isPlaceholderData)) {
    return <ErrorState what="Reports" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton what="reports" lines={8} />;

  const reports = data.pages.flatMap(({ outputs }) => outputs);
  if (reports.length === 0) {
    return mediaType ? <NoneMatch onShowAll={onShowAll} /> : <NoReports />;
  }
  return (
    <>
      <DataTable caption="Reports" columns={REPORT_COLUMNS} rows={reports} keyOf={({ id }) => id} />
      <ShowMore query={query}>Show more reports</ShowMore>
    </>
  );
}

function NoneMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No report was written for this medium"
      action={<Button onClick={onShowAll}>Show all reports</Button>}
    >
      Every report can be downloaded in every format, whatever it was written for.
    </EmptyState>
  );
}

function NoReports() {
  return (
    <EmptyState
      title="No reports yet"
      action={
        <Link to="/plans" className="font-medium text-accent underline">
          See the plans
        </Link>
      }
    >
      A report appears here when an assistant hands in what came out of a plan.
    </EmptyState>
  );
}
