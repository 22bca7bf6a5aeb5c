import type { ReactNode } from "react";
import { FigureCard, FigureLink, NotEnoughData } from "./figure-card.tsx";
import { type Insights, percent, totalOf } from "./figures.ts";

/** How well research went in the chosen days. */
export function PeriodFigures({ insights }: { insights: Insights }) {
  const { completionRate, stallRate, stalledPlans, activePlans, toolErrorRate } = insights;
  const completed = totalOf(insights, "plansCompleted");
  const failed = totalOf(insights, "plansFailed");
  const calls = insights.toolErrorsByClient.reduce((sum, client) => sum + client.calls, 0);
  const errors = insights.toolErrorsByClient.reduce((sum, client) => sum + client.errors, 0);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <FigureCard
        label="Completion rate"
        definition="Of the plans that ended in these days, the share that was completed; the others failed."
        value={share(completionRate)}
      >
        <FigureLink to="/plans" search={{ status: ["completed"] }}>
          {completed.toLocaleString()} completed
        </FigureLink>
        {", "}
        <FigureLink to="/plans" search={{ status: ["failed"] }}>
          {failed.toLocaleString()} failed
        </FigureLink>
      </FigureCard>
      <FigureCard
        label="Stall rate"
        definition="Of the plans that changed in these days, the share in which a step showed no sign of life for too long."
        value={share(stallRate)}
      >
        {stalledPlans.toLocaleString()} of {activePlans.toLocaleString()} plans,{" "}
        <FigureLink to="/plans" search={{ status: ["stalled"] }}>
          stalled now
        </FigureLink>
      </FigureCard>
      <FigureCard
        label="Tool calls with an error"
        definition="Of all calls of tools in these days, the share that was refused or failed."
        value={share(toolErrorRate)}
      >
        {errors.toLocaleString()} of {calls.toLocaleString()} calls,{" "}
        <FigureLink to="/connect">by client</FigureLink>
      </FigureCard>
      <FigureCard
        label="Made in these days"
        definition="What was begun and stored in these days. The lists show all of it, the newest first."
      >
        <ul>
          <Made count={totalOf(insights, "plansStarted")} what="plans">
            <FigureLink to="/plans" search={{ sort: "created" }}>
              Plans
            </FigureLink>
          </Made>
          <Made count={totalOf(insights, "artifacts")} what="findings">
            <FigureLink to="/library">Findings</FigureLink>
          </Made>
          <Made count={totalOf(insights, "outputs")} what="reports">
            <FigureLink to="/reports">Reports</FigureLink>
          </Made>
        </ul>
      </FigureCard>
    </div>
  );
}

function Made({ count, what, children }: { count: number; what: string; children: ReactNode }) {
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

function share(rate: number | null) {
  return rate === null ? <NotEnoughData /> : percent(rate);
}
