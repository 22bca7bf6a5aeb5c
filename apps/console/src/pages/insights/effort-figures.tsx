import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, type Replies } from "../../api/api.ts";
import { PlanTitle } from "../../components/plan-title.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { BASES, dollarsText, minutesText, tokensText } from "../../format/budget-words.ts";
import { counted } from "../../format/duration-text.ts";
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
    <QueryView query={query} what="the figures of effort" lines={4}>
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
      label="Ended plans with a report"
      definition="The share of plans ended in this period that have a report. An assistant writes it; where none did, Trovella composes one from what is stored."
      value={share === null ? <NotEnoughData /> : percent(share)}
    >
      {share !== null && (
        <ul>
          <Line label="written by an assistant" count={assistant} />
          <Line label="composed by Trovella" count={server} />
          <Line label="without a report" count={none} />
        </ul>
      )}
      <FigureLink to="/reports">All reports</FigureLink>
    </FigureCard>
  );
}

function Line({ label, count }: { label: string; count: number }) {
  return (
    <li className="flex items-baseline justify-between gap-3 py-0.5">
      {label}
      <span className="font-medium text-text tabular-nums">{count.toLocaleString()}</span>
    </li>
  );
}

const MODE_LABELS: Readonly<Record<string, string>> = { scan: "Scan", deep: "Deep" };

/** Actual figures beside what was to be expected. */
function Actuals({ modes }: { modes: Effort["modes"] }) {
  return (
    <FigureTable
      title="What plans took"
      definition="Plans completed in this period: the median, and what nine of ten plans stayed within. Work time is measured and adds up over parallel assistants; tool calls are as the models reported them. Expected is what Trovella would have estimated for the same steps at the beginning of the period, from your own plans of the 90 days before or, without enough of them, from a built-in table."
      headers={["Kind", "Work time", "Expected", "Tool calls", "Expected"]}
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
      whenEmpty="No plan was completed in this period."
    />
  );
}

function ModePlans({ effort: { mode, plans } }: { effort: Effort["modes"][number] }) {
  return (
    <>
      {mode === null ? "Other" : (MODE_LABELS[mode] ?? mode)}
      <span className="block text-soft">{counted(plans, "plan")}</span>
    </>
  );
}

const callsText = (calls: number) => Math.round(calls).toLocaleString();

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
      title="Tokens and cost by skill and month"
      definition="Plans by the month in which they were created. Cost is a list price, as the AI client or the model reported it; Trovella itself does not see what a model uses."
      headers={["Skill", "Tokens", "Cost", "Counted by"]}
      rows={known.map((skill) => ({
        key: `${skill.month} ${skill.skillName}`,
        cells: [
          <SkillMonth key="skill" skill={skill} />,
          tokensText(skill.tokens),
          dollarsText(skill.costUsd),
          countedBy(skill),
        ],
      }))}
      note={unknown > 0 && known.length > 0 && `${counted(unknown, "plan")} without any figures.`}
      whenEmpty="No client or model reported its usage in this period."
    />
  );
}

function SkillMonth({ skill: { skillName, month, plans } }: { skill: SkillUsage }) {
  return (
    <>
      {skillName ?? "Without a skill"}
      <span className="block text-soft">
        {monthText(month)}, {counted(plans, "plan")}
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
      {basis}
      {count !== null && ` ${count.toLocaleString()}`}
    </span>
  );
}

function TopPlans({ plans }: { plans: Effort["plans"] }) {
  return (
    <FigureTable
      title="Plans that used most"
      definition="The ten plans of this period with the highest reported cost, then tokens."
      headers={["Plan", "Tokens", "Cost", "Counted by"]}
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
      whenEmpty="No client or model reported its usage in this period."
    />
  );
}

function monthText(month: string): string {
  const format = { month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(undefined, format).format(new Date(`${month}-01T00:00:00Z`));
}
