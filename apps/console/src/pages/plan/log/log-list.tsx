import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { PagedTable } from "../../../components/paged-table.tsx";
import { plural, t } from "../../../language/messages.ts";
import type { PlanDetail } from "../plan-detail.ts";
import type { PlanSearch } from "../route-search.ts";
import { type LogEntry, logColumns } from "./log-columns.tsx";

interface LogListProps {
  readonly detail: PlanDetail;
  readonly filters: Pick<PlanSearch, "kind" | "client" | "only">;
  /** The event that the list begins with. */
  readonly start: string | undefined;
  readonly openedEvent: string | undefined;
  readonly onOpenEvent: (seq: string | undefined) => void;
  readonly onShowAll: () => void;
}

/** Entries newest first. New ones are shown at once, unless that would move what somebody reads. */
export function LogList(props: LogListProps) {
  const { detail, filters, start, openedEvent, onOpenEvent, onShowAll } = props;
  /** A call, or an event of a skill: these have no number that the URL could name. */
  const [openedId, setOpenedId] = useState<string>();
  const query = useLog(props);
  const total = entryCount(detail, filters);
  const [shown, setShown] = useState(total);
  const list = useRef<HTMLDivElement>(null);
  const show = () => {
    setShown(total);
    void query.refetch();
  };
  const isReading = openedEvent !== undefined || openedId !== undefined;
  useEffect(() => {
    if (total <= shown || isReading || start !== undefined || !list.current) return;
    const isAtTop = list.current.getBoundingClientRect().top >= 0;
    if (isAtTop && !list.current.contains(document.activeElement)) show();
  });
  const columns = logColumns(detail, {
    isOpen: (entry) => {
      const seq = seqOf(entry);
      return seq === null ? entry.id === openedId : String(seq) === openedEvent;
    },
    onToggle: (entry, isOpen) => {
      const seq = seqOf(entry);
      if (seq === null) setOpenedId(isOpen ? undefined : entry.id);
      else onOpenEvent(isOpen ? undefined : String(seq));
    },
  });
  return (
    <div ref={list}>
      {total > shown && start === undefined && (
        <div className="sticky top-14 z-10 flex h-0 justify-center">
          <Button
            kind="primary"
            className="self-start shadow-lg"
            onClick={() => {
              onOpenEvent(undefined);
              setOpenedId(undefined);
              window.scrollTo(0, 0);
              show();
            }}
          >
            <Icon name="up" />
            {plural(total - shown, "{count} new entry", "{count} new entries")}
          </Button>
        </div>
      )}
      <PagedTable
        query={query}
        what={t("the log")}
        rowName={t("entries")}
        rowsOf={({ entries }) => entries}
        empty={<NoEntries filters={filters} onShowAll={onShowAll} />}
        caption={t("Log")}
        columns={columns}
      />
    </div>
  );
}

function seqOf(entry: LogEntry): number | null {
  return entry.kind === "call" ? null : entry.event.seq;
}

/** Entries never change, so they are read again only on purpose. */
function useLog({ detail, filters: { kind, client, only }, start }: LogListProps) {
  const input = {
    planId: detail.plan.id,
    kind,
    client,
    onlyProblems: only === "problems",
    fromSeq: start === undefined ? undefined : Number(start),
  };
  return useInfiniteQuery({
    ...api.researchPlan.log.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
    staleTime: "static",
    gcTime: 0,
  });
}

/** Of how many entries there are now; with filters nobody counts them. */
function entryCount(
  { counts }: PlanDetail,
  { kind, client, only }: LogListProps["filters"],
): number {
  if (client !== undefined || only !== undefined) return 0;
  return (kind === "calls" ? 0 : counts.events) + (kind === "events" ? 0 : counts.toolCalls);
}

function NoEntries({ filters, onShowAll }: Pick<LogListProps, "filters" | "onShowAll">) {
  if (filters.only !== undefined) {
    return (
      <EmptyState
        title={t("No problems")}
        action={<Button onClick={onShowAll}>{t("Show the whole log")}</Button>}
      >
        {t("No call failed, and no step failed, stalled or had to be reassigned.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("No entries")}>
      {t("What happens and what clients call for this plan appears here.")}
    </EmptyState>
  );
}
