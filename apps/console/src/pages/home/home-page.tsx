import { useQuery } from "@tanstack/react-query";
import { api, type HomeSummary } from "../../api/api.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { keyFigures, waitingItems } from "./figures.ts";
import { FirstSteps } from "./first-steps.tsx";
import { FinishedList, KeyFigures, NeedsYou, RunningCards } from "./sections.tsx";

export function HomePage() {
  const { data, error, refetch } = useQuery(api.home.summary.queryOptions());
  return (
    <>
      <PageHeader title="Home" />
      {data ? (
        <Summary summary={data} />
      ) : error ? (
        <ErrorState what="The summary" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton what="the summary" lines={8} />
      )}
    </>
  );
}

function Summary({ summary }: { summary: HomeSummary }) {
  if (summary.isEmpty) return <FirstSteps />;
  return (
    <div className="grid gap-8">
      <KeyFigures figures={keyFigures(summary)} />
      <NeedsYou items={waitingItems(summary)} />
      <RunningCards plans={summary.runningNow} />
      <FinishedList plans={summary.recentlyFinished} />
    </div>
  );
}
