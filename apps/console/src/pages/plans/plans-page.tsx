import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { PLAN_STATUSES } from "@trovella/plan-engine";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PAGES, PagedTable } from "../../components/paged-table.tsx";
import { statusLabel } from "../../components/status-badge.tsx";
import { PLAN_COLUMNS } from "./columns.tsx";
import { isFiltered, MODES, type PlansSearch } from "./route-search.ts";

const route = getRouteApi("/plans");
const STATUS_OPTIONS = PLAN_STATUSES.map((value) => ({ value, label: statusLabel(value) }));
const MODE_OPTIONS = [
  { value: "scan", label: "Scans" },
  { value: "deep", label: "Deep research" },
] as const;

export function PlansPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Partial<PlansSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <>
      <PageHeader title="Plans">All research plans and their progress.</PageHeader>
      <FilterBar
        label="Filter by name or question"
        text={search.text ?? ""}
        onText={(text) => change({ text: text || undefined })}
        isFiltered={isFiltered(search)}
        onClear={() => change({ text: undefined, status: undefined, mode: undefined })}
      >
        <Choice
          label="Status"
          options={STATUS_OPTIONS}
          chosen={search.status ?? []}
          onChange={(status) => change({ status })}
        />
        <Choice
          label="Mode"
          options={MODE_OPTIONS}
          chosen={search.mode ? [search.mode] : []}
          onChange={(modes) => change({ mode: MODES.find((mode) => mode === modes.at(-1)) })}
        />
      </FilterBar>
      <PlanTable
        search={search}
        onSort={(by) => change({ sort: by === "created" ? "created" : undefined })}
      />
    </>
  );
}

function PlanTable({ search, onSort }: { search: PlansSearch; onSort: (by: string) => void }) {
  const { status, ...rest } = search;
  const input = { ...rest, ...(status ? { status: [...status] } : {}) };
  const query = useInfiniteQuery(api.researchPlan.list.infiniteQueryOptions(input, PAGES));
  return (
    <PagedTable
      query={query}
      what="plans"
      rowName="plans"
      rowsOf={({ plans }) => plans}
      empty={isFiltered(search) ? <NoneMatch /> : NO_PLANS}
      caption="Research plans"
      columns={PLAN_COLUMNS}
      sorting={{ by: search.sort ?? "updated", direction: "descending" }}
      onSort={onSort}
    />
  );
}

function NoneMatch() {
  const navigate = route.useNavigate();
  return (
    <EmptyState
      title="No plan matches these filters"
      action={<Button onClick={() => void navigate({ search: {} })}>Show all plans</Button>}
    >
      Try another word or fewer filters.
    </EmptyState>
  );
}

const NO_PLANS = (
  <EmptyState title="No research plans yet">
    Plans appear here as soon as an AI client creates one. Connect a client with{" "}
    <code className="font-mono">npx trovella connect</code>, then ask it to research something.
  </EmptyState>
);
