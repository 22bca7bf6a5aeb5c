import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PAGES, PagedTable } from "../../components/paged-table.tsx";
import { Select } from "../../components/select.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { MEDIA_TYPE_LABELS, type MediaType, optionsOf } from "../../format/labels.ts";
import { REPORT_COLUMNS } from "./columns.tsx";

const route = getRouteApi("/reports");

export function ReportsPage() {
  const { mediaType } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (chosen: MediaType | undefined) =>
    void navigate({ search: { mediaType: chosen }, replace: true });
  return (
    <>
      <PageHeader title="Reports">Reports and drafts, all versions.</PageHeader>
      <search aria-label="Filter reports" className="mb-4 flex flex-wrap items-center gap-2">
        <Select
          label="Format"
          none="All formats"
          options={optionsOf(MEDIA_TYPE_LABELS)}
          chosen={mediaType}
          onChange={choose}
        />
      </search>
      <ReportTable mediaType={mediaType} onShowAll={() => choose(undefined)} />
    </>
  );
}

interface ReportTableProps {
  readonly mediaType: MediaType | undefined;
  readonly onShowAll: () => void;
}

function ReportTable({ mediaType, onShowAll }: ReportTableProps) {
  const query = useInfiniteQuery(api.output.list.infiniteQueryOptions({ mediaType }, PAGES));
  return (
    <PagedTable
      query={query}
      what="reports"
      rowName="reports"
      rowsOf={({ outputs }) => outputs}
      empty={mediaType ? <NoneMatch onShowAll={onShowAll} /> : NO_REPORTS}
      caption="Reports"
      columns={REPORT_COLUMNS}
    />
  );
}

function NoneMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No report in this format"
      action={<Button onClick={onShowAll}>Show all reports</Button>}
    >
      Every report can be downloaded in every format, no matter which one it was written for.
    </EmptyState>
  );
}

const NO_REPORTS = (
  <EmptyState title="No reports yet" action={<TextLink to="/plans">See the plans</TextLink>}>
    Reports appear here when an assistant submits the result of a plan.
  </EmptyState>
);
