import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { api } from "../../api/api.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { MarkdownText } from "../../components/markdown-text.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { isUnknownId } from "../../components/unknown-id.tsx";
import type { ReviewDetail } from "../../decisions/earlier-decision.ts";
import { t } from "../../language/messages.ts";
import { WhatChanged } from "./changes.tsx";
import { ClaimsAndQuotes } from "./claims-and-quotes.tsx";
import { Findings, Instructions, Sources } from "./findings-and-sources.tsx";
import { ReviewDecisionPart } from "./review-decision.tsx";
import { ReviewHead } from "./review-head.tsx";

interface ReviewItemProps {
  readonly reviewId: string;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onNext: (() => void) | null;
}

export function ReviewItem({ reviewId, headingRef, onNext }: ReviewItemProps) {
  const query = useQuery(api.review.detail.queryOptions({ reviewId }));
  if (!query.data && query.error && isUnknownId(query.error)) return UNKNOWN_REVIEW;
  return (
    <QueryView query={query} what={t("the review")} lines={8}>
      {(review) => <Review review={review} headingRef={headingRef} onNext={onNext} />}
    </QueryView>
  );
}

/** In the order in which a person decides: about what, what is asked, what is new, what it rests on; the decision stays in view. */
function Review({
  review,
  headingRef,
  onNext,
}: Omit<ReviewItemProps, "reviewId"> & { review: ReviewDetail }) {
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-lg border border-line bg-card px-4 py-4 sm:px-5">
      <ReviewHead review={review} headingRef={headingRef} />
      <section aria-labelledby="question">
        <h3 id="question" className="text-soft text-sm">
          {t("The plan's question")}
        </h3>
        <MarkdownText text={review.researchQuestion} className="font-medium" />
      </section>
      <section aria-labelledby="asked">
        <h3 id="asked" className="mb-1 font-semibold">
          {t("What is asked")}
        </h3>
        <MarkdownText text={review.summary} />
      </section>
      <ReviewDecisionPart review={review} onNext={onNext}>
        <WhatChanged changes={review.changes} />
        <ClaimsAndQuotes review={review} />
        <Findings review={review} />
        <Sources review={review} />
        <Instructions review={review} />
      </ReviewDecisionPart>
    </article>
  );
}

const UNKNOWN_REVIEW = (
  <EmptyState
    title={t("There is no such item")}
    action={<TextLink to="/inbox">{t("Go to the inbox")}</TextLink>}
  >
    {t("The URL may be mistyped, or its plan may have been deleted.")}
  </EmptyState>
);
