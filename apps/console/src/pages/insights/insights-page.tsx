import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/choice.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Section } from "../../components/section.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { t } from "../../language/messages.ts";
import { ChartCard } from "./chart-card.tsx";
import { chartsOf } from "./charts.ts";
import { EffortFigures } from "./effort-figures.tsx";
import { type Insights, isQuiet } from "./figures.ts";
import { Patterns } from "./looks.tsx";
import { PeriodFigures } from "./period-figures.tsx";
import { type ChartName, DEFAULT_RANGE, type InsightsSearch, RANGES } from "./route-search.ts";
import { RunFigures } from "./run-figures.tsx";

const route = getRouteApi("/insights");
const RANGE_OPTIONS = RANGES.map((value) => ({ value, label: t("{days} days", { days: value }) }));
const MAX_RANGE = RANGES.at(-1);

export function InsightsPage() {
  const { days = DEFAULT_RANGE } = route.useSearch();
  const change = useChange();
  const query = useQuery({
    ...api.insights.summary.queryOptions({ days: Number(days) }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title={t("Insights")}
        actions={
          <Choice
            label={t("Period")}
            options={RANGE_OPTIONS}
            chosen={[days]}
            onChange={(chosen) => change({ days: chosen.find((range) => range !== days) })}
          />
        }
      >
        {t("How research is going, and where it gets stuck.")}
      </PageHeader>
      <QueryView query={query} what={t("the insights")} lines={10}>
        {(insights) => <Figures insights={insights} />}
      </QueryView>
    </>
  );
}

function Figures({ insights }: { insights: Insights }) {
  if (insights.totalExecutions === 0 && isQuiet(insights)) return NOTHING_YET;
  return (
    <div className="grid gap-8">
      <Section title={t("The last {days} days", { days: insights.periodDays })}>
        {isQuiet(insights) ? (
          <QuietPeriod days={insights.periodDays} />
        ) : (
          <Period insights={insights} />
        )}
      </Section>
      {!isQuiet(insights) && (
        <Section title={t("Effort and reports")}>
          <EffortFigures days={insights.periodDays} />
        </Section>
      )}
      <Section title={t("Skill runs, all time")}>
        <RunFigures insights={insights} />
      </Section>
    </div>
  );
}

function Period({ insights }: { insights: Insights }) {
  const { tables = [] } = route.useSearch();
  const change = useChange();
  const toggle = (name: ChartName) =>
    tables.includes(name) ? tables.filter((other) => other !== name) : [...tables, name];
  return (
    <div className="grid gap-3">
      <Patterns />
      <PeriodFigures insights={insights} />
      <div className="grid items-start gap-3 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
        {chartsOf(insights).map((chart) => (
          <ChartCard
            key={chart.name}
            chart={chart}
            isTable={tables.includes(chart.name)}
            onToggle={() => change({ tables: toggle(chart.name) })}
          />
        ))}
      </div>
    </div>
  );
}

function QuietPeriod({ days }: { days: number }) {
  const change = useChange();
  const isLongest = days === Number(MAX_RANGE);
  return (
    <EmptyState
      title={t("Nothing happened in the last {days} days", { days })}
      action={
        isLongest ? (
          <TextLink to="/plans">{t("See all plans")}</TextLink>
        ) : (
          <Button onClick={() => change({ days: MAX_RANGE })}>
            {t("Show {days} days", { days: MAX_RANGE ?? "" })}
          </Button>
        )
      }
    >
      {isLongest
        ? t("No plan changed and no client made a call.")
        : t("No plan changed and no client made a call. A longer period may show more.")}
    </EmptyState>
  );
}

const NOTHING_YET = (
  <EmptyState
    title={t("Not enough data yet")}
    action={<TextLink to="/connect">{t("Connect a client")}</TextLink>}
  >
    {t("Figures appear as soon as an AI client does research with Trovella.")}
  </EmptyState>
);

function useChange(): (changed: Partial<InsightsSearch>) => void {
  const navigate = route.useNavigate();
  return (changed) =>
    void navigate({
      search: (before) => ({ ...before, ...changed }),
      replace: true,
      resetScroll: false,
    });
}
