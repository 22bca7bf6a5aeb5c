import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, type Replies } from "../../api/api.ts";
import { usePersonName } from "../../api/use-person-name.ts";
import { Button } from "../../components/button.tsx";
import { Icon, type IconName } from "../../components/icon.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { t } from "../../language/messages.ts";
import { actorInWords, eventInWords } from "../plan/log/event-words.ts";

type RunDetail = Replies["skillExecution"]["detail"];
type RunEvent = RunDetail["auditLog"][number];

/** The start and end of the run, and between them the events of its plan in its session. */
export function RunTimeline({ detail }: { detail: RunDetail }) {
  const { plan } = detail;
  const rest = useRestOfLog(detail);
  const events = [...detail.auditLog, ...rest.events];
  return (
    <Section title={t("Timeline")}>
      <ol className="grid max-w-3xl gap-1.5 border-line border-l-2 pl-4">
        {events.map((event) => (
          <EventEntry key={event.id} event={event} detail={detail} />
        ))}
      </ol>
      {rest.isMore && (
        <Button className="mt-2" disabled={rest.isLoading} onClick={rest.load}>
          {t("Show more")}
        </Button>
      )}
      {plan && (
        <p className="mt-2 text-soft text-sm">
          <Link
            to="/plans/$planId"
            params={{ planId: plan.id }}
            search={{ tab: "log" }}
            className="inline-flex min-h-9 items-center text-accent underline"
          >
            {t("All activity of the plan")}
          </Link>
        </p>
      )}
    </Section>
  );
}

/** The pages behind the first, which came with the run. */
function useRestOfLog({ execution: { id: executionId }, nextCursor }: RunDetail) {
  const [isAsked, setIsAsked] = useState(false);
  const query = useInfiniteQuery(
    api.skillExecution.detail.infiniteQueryOptions(
      { executionId },
      {
        enabled: isAsked && nextCursor !== null,
        initialCursor: nextCursor,
        getNextPageParam: (page) => page.nextCursor,
      },
    ),
  );
  return {
    events: isAsked ? (query.data?.pages.flatMap(({ auditLog }) => auditLog) ?? []) : [],
    isMore: isAsked ? query.hasNextPage || query.isLoading : nextCursor !== null,
    isLoading: query.isFetching,
    load: () => (isAsked ? void query.fetchNextPage() : setIsAsked(true)),
  };
}

function EventEntry({ event, detail }: { event: RunEvent; detail: RunDetail }) {
  const order = detail.plan?.steps.find(({ id }) => id === event.stepId)?.order;
  const step = order === undefined ? "a step" : t("step {order}", { order });
  const { words, icon, color } = eventInWords(event, step, usePersonName());
  return (
    <Entry icon={icon} color={color} at={event.createdAt}>
      {RUN_WORDS[event.action] ?? words}{" "}
      <span className="text-soft text-sm">{actorInWords(event)}</span>
    </Entry>
  );
}

const RUN_WORDS: Readonly<Record<string, string>> = {
  skill_started: t("The run was started"),
  skill_completed: t("The run was completed"),
  skill_failed: t("The run failed"),
};

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
