import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, queryClient } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { CsvButton } from "../../components/lists/csv-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PAGES } from "../../components/paged-table.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Select } from "../../components/select.tsx";
import { ShowMore } from "../../components/show-more.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Toggle } from "../../components/toggle.tsx";
import { optionsOf } from "../../format/labels.ts";
import { rich, t } from "../../language/messages.ts";
import { STATUS_LABELS } from "./claim-words.ts";
import { ClaimWorkbench } from "./claim-workbench.tsx";
import { type ClaimsSearch, claimFilters } from "./route-search.ts";

const route = getRouteApi("/claims");

export function ClaimsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filters = claimFilters.valuesOf({ ...search });
  const change = (changed: Partial<ClaimsSearch>) =>
    void navigate({ search: { ...search, claim: undefined, ...changed }, replace: true });
  const clear = () => change(claimFilters.noneSet);
  const query = useInfiniteQuery(api.claims.list.infiniteQueryOptions(filters, PAGES));
  const isFiltered = claimFilters.isAnySet(search);
  return (
    <>
      <PageHeader
        title={t("Claims")}
        actions={
          <CsvButton
            name="claims"
            load={() => queryClient.fetchQuery(api.csv.claims.queryOptions(filters))}
          />
        }
      >
        {t("What plans assert, and whether their sources say so.")}
      </PageHeader>
      <search aria-label={t("Filter claims")} className="mb-4 flex flex-wrap items-center gap-2">
        <Select
          label={t("Status")}
          none={t("All statuses")}
          options={optionsOf(STATUS_LABELS)}
          chosen={search.status}
          onChange={(status) => change({ status })}
        />
        <Toggle isOn={search.isKey === true} onChange={(isKey) => change({ isKey })}>
          {t("Key claims")}
        </Toggle>
        <Toggle
          isOn={search.isUnaudited === true}
          onChange={(isUnaudited) => change({ isUnaudited })}
        >
          {t("Not seen by a person")}
        </Toggle>
        {search.planId && (
          <Limit onClear={() => change({ planId: undefined })}>{t("One plan")}</Limit>
        )}
        {search.sourceId && (
          <Limit onClear={() => change({ sourceId: undefined })}>{t("One source")}</Limit>
        )}
        {isFiltered && (
          <Button kind="quiet" onClick={clear}>
            {t("Clear filters")}
          </Button>
        )}
      </search>
      <QueryView
        query={query}
        what={t("claims")}
        lines={8}
        isEmpty={({ pages }) => pages.every(({ claims }) => claims.length === 0)}
        empty={isFiltered ? <NoneMatch onClear={clear} /> : NO_CLAIMS}
      >
        {({ pages }) => (
          <ClaimWorkbench
            claims={pages.flatMap(({ claims }) => claims)}
            named={search.claim}
            onChoose={(claim) =>
              void navigate({ search: { ...search, claim }, replace: true, resetScroll: false })
            }
            isPlanShown
          >
            <ShowMore query={query}>{t("Show more claims")}</ShowMore>
          </ClaimWorkbench>
        )}
      </QueryView>
    </>
  );
}

/** A filter that a link brought along; it can only be taken off. */
function Limit({ onClear, children }: { onClear: () => void; children: string }) {
  return (
    <Toggle isOn onChange={onClear}>
      {children}
    </Toggle>
  );
}

function NoneMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t("No claim matches")}
      action={<Button onClick={onClear}>{t("Clear filters")}</Button>}
    >
      {t("Claims change their status as sources are read and as people look at them.")}
    </EmptyState>
  );
}

const NO_CLAIMS = (
  <EmptyState
    title={t("No claims yet")}
    action={<TextLink to="/plans">{t("See the plans")}</TextLink>}
  >
    {rich(
      "Claims appear here when an assistant records what it found, with quotes of its sources, with {tool}.",
      { tool: <code className="font-mono">record_claims</code> },
    )}
  </EmptyState>
);
