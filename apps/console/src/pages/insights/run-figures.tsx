import { Icon } from "../../components/icon.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RUN_STATUSES } from "../runs/route-search.ts";
import { FigureCard, FigureLink, NotEnoughData } from "./figure-card.tsx";
import { durationText, type Insights } from "./figures.ts";

export function RunFigures({ insights }: { insights: Insights }) {
  const { totalExecutions, avgDurationMs, recentFailures, byStatus, bySkill } = insights;
  const skills = Object.entries(bySkill).sort(([, one], [, other]) => other - one);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <FigureCard
        label="Runs"
        definition="Every start of a research skill, whatever its outcome."
        value={totalExecutions.toLocaleString()}
      >
        <FigureLink to="/runs">All runs</FigureLink>
      </FigureCard>
      <FigureCard
        label="Average duration"
        definition="From start to end of completed runs, including time spent waiting for people."
        value={avgDurationMs === null ? <NotEnoughData /> : durationText(avgDurationMs)}
      >
        <FigureLink to="/runs" search={{ status: "completed" }}>
          Completed runs
        </FigureLink>
      </FigureCard>
      <FigureCard
        label="Failures in the last 24 hours"
        definition="Runs that failed in the last 24 hours."
        value={recentFailures.toLocaleString()}
      >
        <FigureLink to="/runs" search={{ status: "failed" }}>
          Failed runs
        </FigureLink>
      </FigureCard>
      <FigureCard label="Runs by status" definition="All runs by their current status.">
        <ul>
          {RUN_STATUSES.filter((status) => byStatus[status]).map((status) => (
            <li key={status} className="flex items-baseline justify-between gap-3 py-0.5">
              {status === "started" ? STARTED : <StatusBadge status={status} />}
              <FigureLink to="/runs" search={{ status }}>
                {byStatus[status]?.toLocaleString()}
                <span className="sr-only"> runs that are {status}</span>
              </FigureLink>
            </li>
          ))}
        </ul>
        {totalExecutions === 0 && <NotEnoughData />}
      </FigureCard>
      <FigureCard label="Runs by skill" definition="How often each skill was started.">
        <ul>
          {skills.map(([skillName, count]) => (
            <li key={skillName} className="flex items-baseline justify-between gap-3 py-0.5">
              <span className="min-w-0 break-words text-text">{skillName}</span>
              <FigureLink to="/runs" search={{ skillName }}>
                {count.toLocaleString()}
                <span className="sr-only"> runs of {skillName}</span>
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
    Started
  </span>
);
