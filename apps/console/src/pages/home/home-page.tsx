import { useQuery } from "@tanstack/react-query";
import { api, type HomeSummary } from "../../api/api.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { keyFigures, waitingItems } from "./figures.ts";
import { FirstSteps } from "./first-steps.tsx";
import { FinishedList, KeyFigures, NeedsYou, RunningCards } from "./needs-you.tsx";

export function HomePage() {
  const query = useQuery(api.home.summary.queryOptions());
  return (
    <>
      <PageHeader title="Home" />
      <QueryView query={query} what="the summary" lines={8}>
        {(summary) => <Summary summary={summary} />}
      </QueryView>
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
