import { Icon } from "../../components/icon.tsx";
import { StatusBadge, statusLabel } from "../../components/status-badge.tsx";
import { numberText, t } from "../../language/messages.ts";
import { RUN_STATUSES } from "../runs/route-search.ts";
import { FigureCard, FigureLink, NotEnoughData } from "./figure-card.tsx";
import { durationText, type Insights } from "./figures.ts";

export function RunFigures({ insights }: { insights: Insights }) {
  const { totalExecutions, avgDurationMs, recentFailures, byStatus, bySkill } = insights;
  const skills = Object.entries(bySkill).sort(([, one], [, other]) => other - one);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <FigureCard
        label={t("Runs")}
        definition={t("Every start of a research skill, whatever its outcome.")}
        value={numberText(totalExecutions)}
      >
        <FigureLink to="/runs">{t("All runs")}</FigureLink>
      </FigureCard>
      <FigureCard
        label={t("Average duration")}
        definition={t(
          "From start to end of completed runs, including time spent waiting for people.",
        )}
        value={avgDurationMs === null ? <NotEnoughData /> : durationText(avgDurationMs)}
      >
        <FigureLink to="/runs" search={{ status: "completed" }}>
          {t("Completed runs")}
        </FigureLink>
      </FigureCard>
      <FigureCard
        label={t("Failures in the last 24 hours")}
        definition={t("Runs that failed in the last 24 hours.")}
        value={numberText(recentFailures)}
      >
        <FigureLink to="/runs" search={{ status: "failed" }}>
          {t("Failed runs")}
        </FigureLink>
      </FigureCard>
      <FigureCard label={t("Runs by status")} definition={t("All runs by their current status.")}>
        <ul>
          {RUN_STATUSES.filter((status) => byStatus[status]).map((status) => (
            <li key={status} className="flex items-baseline justify-between gap-3 py-0.5">
              {status === "started" ? STARTED : <StatusBadge status={status} />}
              <FigureLink to="/runs" search={{ status }}>
                {numberText(byStatus[status] ?? 0)}
                <span className="sr-only">
                  {" "}
                  {t("runs with this status: {status}", { status: statusLabel(status) })}
                </span>
              </FigureLink>
            </li>
          ))}
        </ul>
        {totalExecutions === 0 && <NotEnoughData />}
      </FigureCard>
      <FigureCard label={t("Runs by skill")} definition={t("How often each skill was started.")}>
        <ul>
          {skills.map(([skillName, count]) => (
            <li key={skillName} className="flex items-baseline justify-between gap-3 py-0.5">
              <span className="min-w-0 break-words text-text">{skillName}</span>
              <FigureLink to="/runs" search={{ skillName }}>
                {numberText(count)}
                <span className="sr-only"> {t("runs of {skill}", { skill: skillName })}</span>
              </FigureLink>
            </li>
          ))}
        </ul>
        {skills.length === 0 && <NotEnoughData />}
      </FigureCard>
    </div>
  );
}

/** Between the start of a skill and its plan. The status badge shows it as running. */
const STARTED = (
  <span className="inline-flex items-baseline gap-1.5 font-medium">
    <Icon name="circle" className="self-center" />
    {t("Started")}
  </span>
);
