import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { EventTable } from "./event-table.tsx";

interface ProblemEventsProps {
  readonly planId: string;
  readonly opened: string | undefined;
  readonly onOpen: (seq: string | undefined) => void;
  readonly nameStep: (stepId: string | null) => string;
  readonly onShowAll: () => void;
}

/** What did not go as planned, the newest first, a page at a time. */
export function ProblemEvents({ planId, onShowAll, ...table }: ProblemEventsProps) {
  const [before, setBefore] = useState<number | undefined>();
  const input = { planId, fromSeq: before, direction: "backward", onlyProblems: true } as const;
  const { data, error, refetch } = useQuery(
    api.researchPlan.events.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  if (!data) {
    return error ? (
      <ErrorState what="The problems" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton what="the problems" lines={6} />
    );
  }
  if (data.events.length === 0 && before === undefined) {
    return (
      <EmptyState
        title="No problems"
        action={<Button onClick={onShowAll}>Show all activity</Button>}
      >
        No step failed, stalled or had to be handed out again.
      </EmptyState>
    );
  }
  return (
    <>
      <EventTable
        caption="Problems"
        count={data.events.length}
        first={0}
        rows={data.events.map((event) => ({ key: String(event.seq), event }))}
        {...table}
      />
      <div className="mt-4 flex justify-center gap-2">
        {before !== undefined && (
          <Button onClick={() => setBefore(undefined)}>Newest problems</Button>
        )}
        {data.nextSeq !== null && (
          <Button onClick={() => setBefore(data.nextSeq ?? undefined)}>Earlier problems</Button>
        )}
      </div>
    </>
  );
}
