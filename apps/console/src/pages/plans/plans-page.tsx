import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { PlanMode } from "@trovella/plan-engine";
import type { ReactNode } from "react";
import { api, type FilterName } from "../../api/api.ts";
import { useIsShared, useWhose } from "../../api/whose.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PAGES, PagedTable } from "../../components/paged-table.tsx";
import { statusLabel } from "../../components/status-badge.tsx";
import { WhoseSwitch } from "../../components/whose-switch.tsx";
import { optionsOf } from "../../format/labels.ts";
import { AS_TIME_PASSES } from "../../live/as-time-passes.ts";
import { NewResearchLink } from "../new/new-research-link.tsx";
import { PLAN_COLUMNS } from "./columns.tsx";
import { type PlansSearch, planFilters, SHOWN_ACTIVITIES } from "./route-search.ts";

const route = getRouteApi("/plans");
const STATUS_OPTIONS = SHOWN_ACTIVITIES.map((value) => ({ value, label: statusLabel(value) }));
const MODE_OPTIONS = optionsOf<PlanMode>({ scan: "Scans", deep: "Deep research" });

interface ControlProps {
  readonly search: PlansSearch;
  readonly onChange: (changed: PlansSearch) => void;
}

/** The control of each filter but the text, which the bar itself has. */
const CONTROLS = {
  status: ({ search, onChange }) => (
    <Choice
      label="Status"
      options={STATUS_OPTIONS}
      chosen={search.status ?? []}
      onChange={(status) => onChange({ status })}
    />
  ),
  whose: ({ search, onChange }) => (
    <WhoseSwitch chosen={useWhose(search.whose)} onChange={(whose) => onChange({ whose })} />
  ),
  mode: ({ search, onChange }) => (
    <Choice
      label="Mode"
      options={MODE_OPTIONS}
      chosen={search.mode ? [search.mode] : []}
      onChange={(modes) => onChange({ mode: modes.at(-1) })}
    />
  ),
  // Chosen by a click on a tag; here it is only taken away.
  tag: ({ search: { tag }, onChange }) =>
    tag ? (
      <Choice
        label="Tag"
        options={[{ value: tag, label: `#${tag}` }]}
        chosen={[tag]}
        onChange={() => onChange({ tag: undefined })}
      />
    ) : null,
} satisfies Record<Exclude<FilterName<"researchPlan">, "text">, (props: ControlProps) => ReactNode>;

export function PlansPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: PlansSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  return (
    <>
      <PageHeader title="Plans" actions={<NewResearchLink />}>
        All research plans and their progress.
      </PageHeader>
      <FilterBar
        label="Filter by name or question"
        text={search.text ?? ""}
        onText={(text) => change({ text: text || undefined })}
        isFiltered={planFilters.isAnySet(search)}
        onClear={() => change(planFilters.noneSet)}
      >
        {Object.entries(CONTROLS).map(([name, Control]) => (
          <Control key={name} search={search} onChange={change} />
        ))}
      </FilterBar>
      <PlanTable
        search={search}
        onSort={(by) => change({ sort: by === "created" ? "created" : undefined })}
      />
    </>
  );
}

function PlanTable({ search, onSort }: { search: PlansSearch; onSort: (by: string) => void }) {
  const whose = useWhose(search.whose);
  const query = useInfiniteQuery({
    ...api.researchPlan.list.infiniteQueryOptions({ ...search, whose: whose ?? "all" }, PAGES),
    ...AS_TIME_PASSES,
    enabled: whose !== undefined,
  });
  const isFiltered = planFilters.isAnySet(search) || whose === "mine";
  return (
    <PagedTable
      query={query}
      what="plans"
      rowName="plans"
      rowsOf={({ plans }) => plans}
      empty={isFiltered ? <NoneMatch isMine={whose === "mine"} /> : NO_PLANS}
      caption="Research plans"
      columns={PLAN_COLUMNS}
      sorting={{ by: search.sort ?? "updated", direction: "descending" }}
      onSort={onSort}
    />
  );
}

function NoneMatch({ isMine }: { isMine: boolean }) {
  const navigate = route.useNavigate();
  const search = useIsShared() ? ({ whose: "all" } as const) : {};
  return (
    <EmptyState
      title={isMine ? "No plan of yours matches" : "No plan matches these filters"}
      action={<Button onClick={() => void navigate({ search })}>Show all plans</Button>}
    >
      {isMine
        ? "Plans that your AI client creates, or that you are asked to review, appear here."
        : "Try another word or fewer filters."}
    </EmptyState>
  );
}

const NO_PLANS = (
  <EmptyState title="No research plans yet">
    Plans appear here as soon as an AI client creates one. Connect a client with{" "}
    <code className="font-mono">npx trovella connect</code>, then ask it to research something.
  </EmptyState>
);
