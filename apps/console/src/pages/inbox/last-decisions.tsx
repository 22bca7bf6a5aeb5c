import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { deciderName, decisionPlace, decisionWord } from "./decision-words.ts";
import type { ReviewCard } from "./items.ts";

/** Nothing waits: the place for what was decided last. */
export function LastDecisions() {
  const { data, error, refetch } = useQuery(
    api.review.list.queryOptions({ state: "decided", limit: 10 }),
  );
  return (
    <>
      <EmptyState
        title="Nothing waits for you"
        action={
          <Link to="/plans" className="font-medium text-accent underline">
            See all plans
          </Link>
        }
      >
        Checkpoints, stalled and failed plans appear here by themselves.
      </EmptyState>
      {data ? (
        data.reviews.length > 0 && <Decisions reviews={data.reviews} />
      ) : error ? (
        <ErrorState what="The last decisions" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton what="the last decisions" />
      )}
    </>
  );
}

function Decisions({ reviews }: { reviews: readonly ReviewCard[] }) {
  return (
    <section aria-labelledby="last-decisions">
      <h2 id="last-decisions" className="mb-2 font-semibold">
        Last decisions
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card">
        {reviews.map((review) => (
          <li key={review.id}>
            <Link
              to="/inbox"
              search={{ item: review.id }}
              className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
            >
              <span className="min-w-0 flex-1 basis-48 font-medium">
                <PlanTitle mode={review.planMode} title={review.planTitle} />
              </span>
              <span className="text-sm">
                {review.decision && decisionWord(review.decision)}{" "}
                <span className="text-soft">
                  by {deciderName(review)} {decisionPlace(review.decidedVia)}
                </span>
              </span>
              <span className="text-soft text-sm">
                {review.decidedAt && <RelativeTime at={review.decidedAt} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
