import type { ReactNode } from "react";
import { FigureCard, FigureLink, NotEnoughData } from "./figure-card.tsx";
import { type Insights, percent, totalOf } from "./figures.ts";

export function PeriodFigures({ insights }: { insights: Insights }) {
  const { completionRate, stallRate, stalledPlans, activePlans, stalledNow, toolErrorRate } =
    insights;
  const completed = totalOf(insights, "plansCompleted");
  const failed = totalOf(insights, "plansFailed");
  const calls = insights.toolErrorsByClient.reduce((sum, client) => sum + client.calls, 0);
  const errors = insights.toolErrorsByClient.reduce((sum, client) => sum + client.errors, 0);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <PercentFigure
        label="Completion rate"
        definition="Of the plans that ended in this period, the share that was completed; the others failed."
        share={completionRate}
      >
        <FigureLink to="/plans" search={{ status: ["completed"] }}>
          {completed.toLocaleString()} completed
        </FigureLink>
        {", "}
        <FigureLink to="/plans" search={{ status: ["failed"] }}>
          {failed.toLocaleString()} failed
        </FigureLink>
      </PercentFigure>
      <PercentFigure
        label="Stall rate"
        definition="Of the plans that changed in this period, the share that stalled: a step stopped responding, or no assistant continued, for too long."
        share={stallRate}
        counts={[stalledPlans, activePlans, "plans"]}
      >
        <FigureLink to="/plans" search={{ status: ["stalled"] }}>
          {stalledNow.toLocaleString()} stalled now
        </FigureLink>
      </PercentFigure>
      <PercentFigure
        label="Tool calls with an error"
        definition="Of all tool calls in this period, the share that was refused or failed."
        share={toolErrorRate}
        counts={[errors, calls, "calls"]}
      >
        <FigureLink to="/connect">by client</FigureLink>
      </PercentFigure>
      <FigureCard
        label="Created in this period"
        definition="What was started and stored in this period. The lists show everything, newest first."
      >
        <ul>
          <Created count={totalOf(insights, "plansStarted")} what="plans">
            <FigureLink to="/plans" search={{ sort: "created" }}>
              Plans
            </FigureLink>
          </Created>
          <Created count={totalOf(insights, "artifacts")} what="findings">
            <FigureLink to="/library">Findings</FigureLink>
          </Created>
          <Created count={totalOf(insights, "outputs")} what="reports">
            <FigureLink to="/reports">Reports</FigureLink>
          </Created>
        </ul>
      </FigureCard>
    </div>
  );
}

function Created({ count, what, children }: { count: number; what: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline justify-between gap-3 py-0.5">
      {children}
      <span className="font-medium text-text tabular-nums">
        {count.toLocaleString()}
        <span className="sr-only"> {what}</span>
      </span>
    </li>
  );
}

interface PercentFigureProps {
  readonly label: string;
  readonly definition: string;
  readonly share: number | null;
  /** The numbers behind the share: "3 of 20 plans". */
  readonly counts?: readonly [part: number, total: number, what: string];
  readonly children: ReactNode;
}

function PercentFigure({ share, counts, children, ...card }: PercentFigureProps) {
  return (
    <FigureCard {...card} value={share === null ? <NotEnoughData /> : percent(share)}>
      {counts && `${counts[0].toLocaleString()} of ${counts[1].toLocaleString()} ${counts[2]}, `}
      {children}
    </FigureCard>
  );
}
