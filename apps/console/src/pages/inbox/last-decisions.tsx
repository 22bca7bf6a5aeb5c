import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../api/api.ts";
import { usePersonName } from "../../api/use-person-name.ts";
import { DecisionProof } from "../../components/decision-proof.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PlanTitle } from "../../components/plan-title.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { Section } from "../../components/section.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { deciderInWords } from "../../format/decision-channel.ts";
import { DECISION_LABELS } from "../../format/labels.ts";
import { t } from "../../language/messages.ts";
import type { ReviewCard } from "./inbox-items.ts";

export function LastDecisions() {
  const query = useQuery(api.review.list.queryOptions({ state: "decided", limit: 10 }));
  return (
    <>
      <EmptyState
        title={t("You're all caught up")}
        action={<TextLink to="/plans">{t("See all plans")}</TextLink>}
      >
        {t("Checkpoints and plans that wait for an assistant, stall or fail appear here.")}
      </EmptyState>
      <QueryView query={query} what={t("the last decisions")}>
        {({ reviews }) => reviews.length > 0 && <Decisions reviews={reviews} />}
      </QueryView>
    </>
  );
}

function Decisions({ reviews }: { reviews: readonly ReviewCard[] }) {
  const personName = usePersonName();
  return (
    <Section title={t("Last decisions")}>
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
              <div className="text-sm lg:w-108">
                {review.decision && DECISION_LABELS[review.decision]}{" "}
                <span className="text-soft">
                  {deciderInWords(
                    review.decidedByName ?? personName(review.decidedBy),
                    review.decidedVia,
                  )}
                </span>
                <DecisionProof decidedVia={review.decidedVia} />
              </div>
              <span className="text-soft text-sm">
                {review.decidedAt && <RelativeTime at={review.decidedAt} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
