import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Replies } from "../../api/api.ts";
import { Icon, type IconName } from "../../components/icon.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { actorInWords, eventInWords } from "../plan/activity/event-words.ts";

type RunDetail = Replies["skillExecution"]["detail"];

/** The limit of the API. */
const MAX_EVENTS = 100;

/** Start and end of the run, and between them the events of its plan in its session. */
export function RunTimeline({ detail: { execution, plan, auditLog } }: { detail: RunDetail }) {
  const events = auditLog.filter(({ eventType }) => !eventType.startsWith("skill_"));
  const { status, startedAt, completedAt } = execution;
  const end = status === "failed" ? "The run failed" : "The run was completed";
  return (
    <Section title="Timeline">
      <ol className="grid max-w-3xl gap-1.5 border-line border-l-2 pl-4">
        <Entry icon="running" color="text-busy" at={startedAt}>
          The run was started
        </Entry>
        {events.map((event) => {
          const order = plan?.steps.find(({ id }) => id === event.stepId)?.order;
          const step = order === undefined ? "a step" : `step ${order}`;
          const { words, icon, color } = eventInWords(event, step);
          return (
            <Entry key={event.id} icon={icon} color={color} at={event.createdAt}>
              {words} <span className="text-soft text-sm">{actorInWords(event)}</span>
            </Entry>
          );
        })}
        {completedAt && (
          <Entry
            icon={status === "failed" ? "failed" : "check"}
            color={status === "failed" ? "text-bad" : "text-good"}
            at={completedAt}
          >
            {end}
          </Entry>
        )}
      </ol>
      {plan && (
        <p className="mt-2 text-soft text-sm">
          {auditLog.length >= MAX_EVENTS && `These are the first ${MAX_EVENTS}. `}
          <Link
            to="/plans/$planId"
            params={{ planId: plan.id }}
            search={{ tab: "activity" }}
            className="inline-flex min-h-9 items-center text-accent underline"
          >
            All activity of the plan
          </Link>
        </p>
      )}
    </Section>
  );
}

interface EntryProps {
  readonly icon: IconName;
  readonly color: string;
  readonly at: string;
  readonly children: ReactNode;
}

function Entry({ icon, color, at, children }: EntryProps) {
  return (
    <li className="flex items-baseline gap-2">
      <Icon name={icon} className={`self-center ${color}`} />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</span>
      <span className="text-soft text-sm">
        <RelativeTime at={at} />
      </span>
    </li>
  );
}
