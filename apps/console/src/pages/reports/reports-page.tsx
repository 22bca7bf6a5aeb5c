import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, queryClient } from "../../api/api.ts";
import { useWhose } from "../../api/whose.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { CsvButton } from "../../components/lists/csv-button.tsx";
import { DateRangeFilter } from "../../components/lists/date-range-filter.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PAGES, PagedTable } from "../../components/paged-table.tsx";
import { Select } from "../../components/select.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Toggle } from "../../components/toggle.tsx";
import { WhoseSwitch } from "../../components/whose-switch.tsx";
import { MEDIA_TYPE_LABELS, optionsOf } from "../../format/labels.ts";
import { t } from "../../language/messages.ts";
import { REPORT_COLUMNS } from "./list/columns.tsx";
import {
  type ReportsSearch,
  reportFilters,
  reportSorting,
  reportsInput,
  reportsSortedBy,
} from "./list/list-search.ts";

const route = getRouteApi("/reports");

export function ReportsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: ReportsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  // Reports are read by everybody: unlike plans, they begin with all.
  const whose = useWhose(search.whose ?? "all") ?? "all";
  const input = { ...reportsInput(search, new Date()), whose };
  return (
    <>
      <PageHeader
        title={t("Reports")}
        actions={
          <CsvButton
            name="reports"
            load={() => queryClient.fetchQuery(api.csv.outputs.queryOptions(input))}
          />
        }
      >
        {search.versions === "all"
          ? t("Finished reports, all versions")
          : t("Finished reports and drafts, the newest version of each")}
      </PageHeader>
      <FilterBar
        label={t("Filter by title or plan")}
        text={search.text ?? ""}
        onText={(text) => change({ text: text || undefined })}
        isFiltered={reportFilters.isAnySet(search)}
        onClear={() => change(reportFilters.noneSet)}
      >
        <WhoseSwitch chosen={whose} onChange={(chosen) => change({ whose: chosen })} />
        <Select
          label={t("Format")}
          none={t("All formats")}
          options={optionsOf(MEDIA_TYPE_LABELS)}
          chosen={search.mediaType}
          onChange={(mediaType) => change({ mediaType })}
        />
        <DateRangeFilter range={search} onChange={change} />
        <Toggle
          isOn={search.versions === "all"}
          onChange={(isOn) => change({ versions: isOn ? "all" : undefined })}
        >
          {t("All versions")}
        </Toggle>
      </FilterBar>
      <ReportTable input={input} search={search} onChange={change} />
    </>
  );
}

interface ReportTableProps {
  readonly input: ReturnType<typeof reportsInput>;
  readonly search: ReportsSearch;
  readonly onChange: (changed: ReportsSearch) => void;
}

function ReportTable({ input, search, onChange }: ReportTableProps) {
  const query = useInfiniteQuery(api.output.list.infiniteQueryOptions(input, PAGES));
  const showAll = () => onChange(reportFilters.noneSet);
  return (
    <PagedTable
      query={query}
      what={t("reports")}
      rowName={t("reports")}
      rowsOf={({ outputs }) => outputs}
      empty={reportFilters.isAnySet(search) ? <NoneMatch onShowAll={showAll} /> : NO_REPORTS}
      caption={t("Reports")}
      columns={REPORT_COLUMNS}
      sorting={reportSorting(search)}
      onSort={(by) => onChange(reportsSortedBy(by, search))}
    />
  );
}

function NoneMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title={t("No report matches these filters")}
      action={<Button onClick={onShowAll}>{t("Show all reports")}</Button>}
    >
      {t("Every report can be downloaded in every format, no matter which one it was written for.")}
    </EmptyState>
  );
}

const NO_REPORTS = (
  <EmptyState
    title={t("No reports yet")}
    action={<TextLink to="/plans">{t("See the plans")}</TextLink>}
  >
    {t("Reports appear here when an assistant submits the result of a plan.")}
  </EmptyState>
);
