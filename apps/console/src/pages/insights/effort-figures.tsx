import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type Replies } from "../../api/api.ts";
import { PlanTitle } from "../../components/plan-title.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { BASES, dollarsText, minutesText, tokensText } from "../../format/budget-words.ts";
import { dateText, numberText, plural, t } from "../../language/messages.ts";
import { FigureCard, FigureLink, NotEnoughData } from "./figure-card.tsx";
import { FigureTable } from "./figure-table.tsx";
import { percent } from "./figures.ts";

type Effort = Replies["insights"]["effort"];
type SkillUsage = Effort["skills"][number];

/** What plans took in time, calls, tokens and money, and whether a report came out. */
export function EffortFigures({ days }: { days: number }) {
  const query = useQuery({
    ...api.insights.effort.queryOptions({ days }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={query} what={t("the figures of effort")} lines={4}>
      {(effort) => (
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <Documents documents={effort.documents} />
          <Actuals modes={effort.modes} />
          <BySkill skills={effort.skills} />
          <TopPlans plans={effort.plans} />
        </div>
      )}
    </QueryView>
  );
}

function Documents({ documents }: { documents: Effort["documents"] }) {
  const { plans, assistant, server, share } = documents;
  const none = plans - assistant - server;
  return (
    <FigureCard
      label={t("Ended plans with a report")}
      definition={t(
        "The share of plans ended in this period that have a report. An assistant writes it; where none did, Trovella composes one from what is stored.",
      )}
      value={share === null ? <NotEnoughData /> : percent(share)}
    >
      {share !== null && (
        <ul>
          <Line label={t("written by an assistant")} count={assistant} />
          <Line label={t("composed by Trovella")} count={server} />
          <Line label={t("without a report")} count={none} />
        </ul>
      )}
      <FigureLink to="/reports">{t("All reports")}</FigureLink>
    </FigureCard>
  );
}

function Line({ label, count }: { label: string; count: number }) {
  return (
    <li className="flex items-baseline justify-between gap-3 py-0.5">
      {label}
      <span className="font-medium text-text tabular-nums">{numberText(count)}</span>
    </li>
  );
}

const MODE_LABELS: Readonly<Record<string, string>> = { scan: t("Scan"), deep: t("Deep") };

/** Actual figures beside what was to be expected. */
function Actuals({ modes }: { modes: Effort["modes"] }) {
  return (
    <FigureTable
      title={t("What plans took")}
      definition={t(
        "Plans completed in this period: the median, and what nine of ten plans stayed within. Work time is measured and adds up over parallel assistants; tool calls are as the models reported them. Expected is what Trovella would have estimated for the same steps at the beginning of the period, from your own plans of the 90 days before or, without enough of them, from a built-in table.",
      )}
      headers={[t("Kind"), t("Work time"), t("Expected"), t("Tool calls"), t("Expected")]}
      rows={modes.map((effort) => ({
        key: effort.mode ?? "other",
        cells: [
          <ModePlans key="mode" effort={effort} />,
          <Spread key="time" values={effort.workMinutes.map(minutesText)} />,
          <Spread key="expected time" values={effort.expectedMinutes.map(minutesText)} />,
          <Spread key="calls" values={effort.toolCalls.map(callsText)} />,
          <Spread key="expected calls" values={effort.expectedCalls.map(callsText)} />,
        ],
      }))}
      whenEmpty={t("No plan was completed in this period.")}
    />
  );
}

function ModePlans({ effort: { mode, plans } }: { effort: Effort["modes"][number] }) {
  return (
    <>
      {mode === null ? t("Other") : (MODE_LABELS[mode] ?? mode)}
      <span className="block text-soft">{plural(plans, "{count} plan", "{count} plans")}</span>
    </>
  );
}

const callsText = (calls: number) => numberText(Math.round(calls));

function Spread({ values: [median, high] }: { values: readonly string[] }) {
  return (
    <>
      {median}
      <span className="block text-soft">90 %: {high}</span>
    </>
  );
}

function BySkill({ skills }: { skills: readonly SkillUsage[] }) {
  const known = skills.filter(({ byClient, byModel }) => byClient + byModel > 0);
  const unknown = skills.reduce((sum, skill) => sum + skill.unknown, 0);
  return (
    <FigureTable
      title={t("Tokens and cost by skill and month")}
      definition={t(
        "Plans by the month in which they were created. Cost is a list price, as the AI client or the model reported it; Trovella itself does not see what a model uses.",
      )}
      headers={[t("Skill"), t("Tokens"), t("Cost"), t("Counted by")]}
      rows={known.map((skill) => ({
        key: `${skill.month} ${skill.skillName}`,
        cells: [
          <SkillMonth key="skill" skill={skill} />,
          tokensText(skill.tokens),
          dollarsText(skill.costUsd),
          countedBy(skill),
        ],
      }))}
      note={
        unknown > 0 &&
        known.length > 0 &&
        plural(unknown, "{count} plan without any figures.", "{count} plans without any figures.")
      }
      whenEmpty={t("No client or model reported its usage in this period.")}
    />
  );
}

function SkillMonth({ skill: { skillName, month, plans } }: { skill: SkillUsage }) {
  return (
    <>
      {skillName ?? t("Without a skill")}
      <span className="block text-soft">
        {monthText(month)}, {plural(plans, "{count} plan", "{count} plans")}
      </span>
    </>
  );
}

function countedBy({ byClient, byModel }: SkillUsage): ReactNode {
  const parts = [
    byClient > 0 && { basis: "client" as const, count: byClient },
    byModel > 0 && { basis: "model" as const, count: byModel },
  ].filter((part) => part !== false);
  return parts.map(({ basis, count }) => (
    <Basis key={basis} basis={basis} count={parts.length > 1 ? count : null} />
  ));
}

function Basis({ basis, count }: { basis: "client" | "model"; count: number | null }) {
  const { mark, words } = BASES[basis];
  return (
    <span className="block" title={words}>
      <span aria-hidden="true">{mark} </span>
      {basis === "client" ? t("client") : t("model")}
      {count !== null && ` ${numberText(count)}`}
    </span>
  );
}

function TopPlans({ plans }: { plans: Effort["plans"] }) {
  return (
    <FigureTable
      title={t("Plans that used most")}
      definition={t("The ten plans of this period with the highest reported cost, then tokens.")}
      headers={[t("Plan"), t("Tokens"), t("Cost"), t("Counted by")]}
      rows={plans.map(({ planId, planMode, planTitle, tokens, costUsd, basis }) => ({
        key: planId,
        cells: [
          <FigureLink key={planId} to="/plans/$planId" params={{ planId }}>
            <PlanTitle mode={planMode} title={planTitle} />
          </FigureLink>,
          tokensText(tokens),
          dollarsText(costUsd),
          <Basis key="basis" basis={basis} count={null} />,
        ],
      }))}
      whenEmpty={t("No client or model reported its usage in this period.")}
    />
  );
}

function monthText(month: string): string {
  const format = { month: "short", year: "numeric", timeZone: "UTC" } as const;
  return dateText(new Date(`${month}-01T00:00:00Z`), format);
}
