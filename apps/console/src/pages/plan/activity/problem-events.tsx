import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { EventTable, type OpenEvent } from "./event-table.tsx";

interface ProblemEventsProps extends OpenEvent {
  readonly planId: string;
  readonly onShowAll: () => void;
}

export function ProblemEvents({ planId, onShowAll, ...table }: ProblemEventsProps) {
  const [before, setBefore] = useState<number | undefined>();
  const input = { planId, fromSeq: before, direction: "backward", onlyProblems: true } as const;
  const query = useQuery(
    api.researchPlan.events.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  return (
    <QueryView
      query={query}
      what="the problems"
      lines={6}
      isEmpty={({ events }) => events.length === 0 && before === undefined}
      empty={
        <EmptyState
          title="No problems"
          action={<Button onClick={onShowAll}>Show all activity</Button>}
        >
          No step failed, stalled or had to be reassigned.
        </EmptyState>
      }
    >
      {({ events, nextSeq }) => (
        <>
          <EventTable
            caption="Problems"
            count={events.length}
            first={0}
            rows={events.map((event) => ({ key: String(event.seq), event }))}
            {...table}
          />
          <div className="mt-4 flex justify-center gap-2">
            {before !== undefined && (
              <Button onClick={() => setBefore(undefined)}>Newest problems</Button>
            )}
            {nextSeq !== null && (
              <Button onClick={() => setBefore(nextSeq)}>Earlier problems</Button>
            )}
          </div>
        </>
      )}
    </QueryView>
  );
}
