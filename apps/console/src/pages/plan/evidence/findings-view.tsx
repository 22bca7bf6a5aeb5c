import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api, queryClient } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { CsvButton } from "../../../components/lists/csv-button.tsx";
import { PAGES } from "../../../components/paged-table.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { Select } from "../../../components/select.tsx";
import { ShowMore } from "../../../components/show-more.tsx";
import { Toggle } from "../../../components/toggle.tsx";
import { rich, t } from "../../../language/messages.ts";
import { findStep, type PlanDetail, stepTitle } from "../plan-detail.ts";
import type { PlanSearch } from "../route-search.ts";
import { type Finding, FindingCard } from "./finding-card.tsx";

const route = getRouteApi("/plans/$planId");

/** What was stored for the plan, newest first: all, by step, by source, or only what is doubtful. */
export function FindingsView({ detail }: { detail: PlanDetail }) {
  const { step, source, only } = route.useSearch();
  const navigate = route.useNavigate();
  const stepId = step && (findStep(detail, step)?.id ?? step);
  const query = useInfiniteQuery(
    api.researchPlan.evidence.infiniteQueryOptions(
      {
        planId: detail.plan.id,
        stepId,
        source: source === undefined ? undefined : Number(source),
        onlyProblems: only === "problems",
      },
      PAGES,
    ),
  );
  const change = (changed: Partial<PlanSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const isFiltered = stepId !== undefined || source !== undefined || only !== undefined;
  const showAll = () => change({ step: undefined, source: undefined, only: undefined });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Toggle isOn={only !== undefined} onChange={(isOn) => change({ only: isOn && "problems" })}>
          {t("Only problems")}
        </Toggle>
        <Select
          label={t("Step")}
          options={detail.steps.map((each) => ({ value: each.id, label: stepTitle(each) }))}
          chosen={stepId}
          none={t("All steps")}
          onChange={(chosen) => change({ step: chosen })}
        />
        <Select
          label={t("Source")}
          options={(query.data?.pages[0]?.sources ?? []).map(({ number, title, findings }) => ({
            value: String(number),
            label: `[${number}] ${title} (${findings})`,
          }))}
          chosen={source}
          none={t("All sources")}
          onChange={(chosen) => change({ source: chosen })}
        />
        <CsvButton
          name={`evidence-${detail.plan.handle}`}
          label={t("All evidence as CSV")}
          load={() =>
            queryClient.fetchQuery(api.csv.evidence.queryOptions({ planId: detail.plan.id }))
          }
        />
      </div>
      <QueryView
        query={query}
        what={t("findings")}
        lines={8}
        isEmpty={({ pages }) => pages.every(({ findings }) => findings.length === 0)}
        empty={isFiltered ? <NoneMatches onShowAll={showAll} /> : <NoFindings />}
      >
        {({ pages }) => (
          <>
            <Findings detail={detail} findings={pages.flatMap(({ findings }) => findings)} />
            <ShowMore query={query}>{t("Show more {what}", { what: t("findings") })}</ShowMore>
          </>
        )}
      </QueryView>
    </>
  );
}

function Findings({ detail, findings }: { detail: PlanDetail; findings: readonly Finding[] }) {
  return (
    <ul className="grid gap-3">
      {findings.map((finding) => (
        <li key={finding.id} className="rounded-lg border border-line bg-card px-4 py-3">
          <FindingCard
            finding={finding}
            planId={detail.plan.id}
            step={detail.steps.find(({ id }) => id === finding.stepId)}
          />
        </li>
      ))}
    </ul>
  );
}

function NoneMatches({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title={t("Nothing matches")}
      action={<Button onClick={onShowAll}>{t("Show all findings")}</Button>}
    >
      {t("Every finding names a source and is not doubted, or there is none from here.")}
    </EmptyState>
  );
}

function NoFindings() {
  return (
    <EmptyState title={t("No findings yet")}>
      {rich(
        "Findings with their sources appear here as soon as the client stores them with {tool}.",
        {
          tool: <code className="font-mono">store_research</code>,
        },
      )}
    </EmptyState>
  );
}
