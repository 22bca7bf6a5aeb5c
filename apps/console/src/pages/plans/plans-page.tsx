import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { PlanMode } from "@trovella/plan-engine";
import type { ReactNode } from "react";
import { api, type FilterName, queryClient } from "../../api/api.ts";
import { useIsShared, useWhose } from "../../api/whose.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { CsvButton } from "../../components/lists/csv-button.tsx";
import { DateRangeFilter } from "../../components/lists/date-range-filter.tsx";
import { Segments } from "../../components/lists/segments.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PAGES, PagedTable } from "../../components/paged-table.tsx";
import { statusLabel } from "../../components/status-badge.tsx";
import { WhoseSwitch } from "../../components/whose-switch.tsx";
import { optionsOf } from "../../format/labels.ts";
import { ownCommand } from "../../format/own-command.ts";
import { rich, t } from "../../language/messages.ts";
import { AS_TIME_PASSES } from "../../live/as-time-passes.ts";
import { NewResearchLink } from "../new/new-research-link.tsx";
import { PLAN_COLUMNS } from "./columns.tsx";
import {
  type PLAN_STATES,
  type PlansSearch,
  planFilters,
  plansInput,
  SHOWN_ACTIVITIES,
  sortedBy,
  sortingOf,
} from "./route-search.ts";
import { SavedViews } from "./saved-views.tsx";

const route = getRouteApi("/plans");
const STATUS_OPTIONS = SHOWN_ACTIVITIES.map((value) => ({ value, label: statusLabel(value) }));
const STATE_OPTIONS = [
  { value: undefined, label: t("All") },
  { value: "active", label: t("Active") },
  { value: "finished", label: t("Finished") },
] as const;
const MODE_OPTIONS = optionsOf<PlanMode>({ scan: t("Scans"), deep: t("Deep research") });

interface ControlProps {
  readonly search: PlansSearch;
  readonly onChange: (changed: PlansSearch) => void;
}

/** The control of each filter but the text, which the bar itself has. */
const CONTROLS = {
  whose: ({ search, onChange }) => (
    <WhoseSwitch chosen={useWhose(search.whose)} onChange={(whose) => onChange({ whose })} />
  ),
  state: ({ search, onChange }) => (
    <Segments<(typeof PLAN_STATES)[number]>
      label={t("Active or finished")}
      options={STATE_OPTIONS}
      chosen={search.state}
      onChange={(state) => onChange({ state })}
    />
  ),
  status: ({ search, onChange }) => (
    <Choice
      label={t("Status")}
      options={STATUS_OPTIONS}
      chosen={search.status ?? []}
      onChange={(status) => onChange({ status })}
    />
  ),
  mode: ({ search, onChange }) => (
    <Choice
      label={t("Mode")}
      options={MODE_OPTIONS}
      chosen={search.mode ? [search.mode] : []}
      onChange={(modes) => onChange({ mode: modes.at(-1) })}
    />
  ),
  // Chosen by a click on a tag; here it is only taken away.
  tag: ({ search: { tag }, onChange }) =>
    tag ? (
      <Choice
        label={t("Tag")}
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
      <PageHeader
        title={t("Plans")}
        actions={
          <>
            <Csv search={search} />
            <NewResearchLink />
          </>
        }
      >
        {t("All research plans and their progress.")}
      </PageHeader>
      <FilterBar
        label={t("Filter by name or question")}
        text={search.text ?? ""}
        onText={(text) => change({ text: text || undefined })}
        isFiltered={planFilters.isAnySet(search)}
        onClear={() => change(planFilters.noneSet)}
      >
        {Object.entries(CONTROLS).map(([name, Control]) => (
          <Control key={name} search={search} onChange={change} />
        ))}
        <DateRangeFilter range={search} onChange={change} />
        <SavedViews search={search} />
      </FilterBar>
      <PlanTable search={search} onSort={(by) => change(sortedBy(by, search))} />
    </>
  );
}

function Csv({ search }: { search: PlansSearch }) {
  const whose = useWhose(search.whose) ?? "all";
  return (
    <CsvButton
      name="plans"
      load={() =>
        queryClient.fetchQuery(
          api.csv.plans.queryOptions({ ...plansInput(search, new Date()), whose }),
        )
      }
    />
  );
}

function PlanTable({ search, onSort }: { search: PlansSearch; onSort: (by: string) => void }) {
  const whose = useWhose(search.whose);
  const query = useInfiniteQuery({
    ...api.researchPlan.list.infiniteQueryOptions(
      { ...plansInput(search, new Date()), whose: whose ?? "all" },
      PAGES,
    ),
    ...AS_TIME_PASSES,
    enabled: whose !== undefined,
  });
  const isFiltered = planFilters.isAnySet(search) || whose === "mine";
  return (
    <PagedTable
      query={query}
      what={t("plans")}
      rowName={t("plans")}
      rowsOf={({ plans }) => plans}
      empty={isFiltered ? <NoneMatch isMine={whose === "mine"} /> : NO_PLANS}
      caption={t("Research plans")}
      columns={PLAN_COLUMNS}
      sorting={sortingOf(search)}
      onSort={onSort}
    />
  );
}

function NoneMatch({ isMine }: { isMine: boolean }) {
  const navigate = route.useNavigate();
  const search = useIsShared() ? ({ whose: "all" } as const) : {};
  return (
    <EmptyState
      title={isMine ? t("No plan of yours matches") : t("No plan matches these filters")}
      action={<Button onClick={() => void navigate({ search })}>{t("Show all plans")}</Button>}
    >
      {isMine
        ? t("Plans that your AI client creates, or that you are asked to review, appear here.")
        : t("Try another word or fewer filters.")}
    </EmptyState>
  );
}

const NO_PLANS = (
  <EmptyState title={t("No research plans yet")}>
    {rich(
      "Plans appear here as soon as an AI client creates one. Connect a client with {command}, then ask it to research something.",
      { command: <code className="font-mono">{ownCommand("connect")}</code> },
    )}
  </EmptyState>
);
