import type { ReactNode } from "react";
import { numberText, t } from "../../language/messages.ts";
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
        label={t("Completion rate")}
        definition={t(
          "Of the plans that ended in this period, the share that was completed; the others failed.",
        )}
        share={completionRate}
      >
        <FigureLink to="/plans" search={{ status: ["completed"] }}>
          {t("{count} completed", { count: completed })}
        </FigureLink>
        {", "}
        <FigureLink to="/plans" search={{ status: ["failed"] }}>
          {t("{count} failed", { count: failed })}
        </FigureLink>
      </PercentFigure>
      <PercentFigure
        label={t("Stall rate")}
        definition={t(
          "Of the plans that changed in this period, the share that stalled: a step stopped responding, or no assistant continued, for too long.",
        )}
        share={stallRate}
        counts={t("{part} of {total} plans", { part: stalledPlans, total: activePlans })}
      >
        <FigureLink to="/plans" search={{ status: ["stalled"] }}>
          {t("{count} stalled now", { count: stalledNow })}
        </FigureLink>
      </PercentFigure>
      <PercentFigure
        label={t("Tool calls with an error")}
        definition={t("Of all tool calls in this period, the share that was refused or failed.")}
        share={toolErrorRate}
        counts={t("{part} of {total} calls", { part: errors, total: calls })}
      >
        <FigureLink to="/connect">{t("by client")}</FigureLink>
      </PercentFigure>
      <FigureCard
        label={t("Created in this period")}
        definition={t(
          "What was started and stored in this period. The lists show everything, newest first.",
        )}
      >
        <ul>
          <Created count={totalOf(insights, "plansStarted")} what={t("plans")}>
            <FigureLink to="/plans" search={{ sort: "created" }}>
              {t("Plans")}
            </FigureLink>
          </Created>
          <Created count={totalOf(insights, "artifacts")} what={t("findings")}>
            <FigureLink to="/library">{t("Findings")}</FigureLink>
          </Created>
          <Created count={totalOf(insights, "outputs")} what={t("reports")}>
            <FigureLink to="/reports">{t("Reports")}</FigureLink>
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
        {numberText(count)}
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
  readonly counts?: string;
  readonly children: ReactNode;
}

function PercentFigure({ share, counts, children, ...card }: PercentFigureProps) {
  return (
    <FigureCard {...card} value={share === null ? <NotEnoughData /> : percent(share)}>
      {counts && `${counts}, `}
      {children}
    </FigureCard>
  );
}
