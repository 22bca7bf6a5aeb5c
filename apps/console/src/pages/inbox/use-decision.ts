import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReviewDecision } from "@trovella/plan-engine";
import { api } from "../../api/api.ts";
import { useToast } from "../../components/toast.tsx";
import { forgetDraft } from "./use-draft.ts";
import { OPEN_REVIEWS } from "./use-inbox-items.ts";

const TOASTS: Readonly<Record<ReviewDecision, string>> = {
  approve: "Approved: the plan can continue.",
  modify: "Sent back: the step runs again with your feedback.",
  skip: "Skipped: the plan continues without this step.",
  reject: "Rejected: the plan has failed.",
};

/** Submits the decision of a review; it is final. */
export function useDecision(reviewId: string) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation(
    api.review.decide.mutationOptions({
      networkMode: "always",
      onSuccess: async (_, { decision }) => {
        forgetDraft(reviewId);
        toast(TOASTS[decision]);
        const key = api.review.list.queryKey(OPEN_REVIEWS);
        // A response in flight may be older than the decision.
        await queries.cancelQueries({ queryKey: key });
        queries.setQueryData(
          key,
          (before) =>
            before && { ...before, reviews: before.reviews.filter(({ id }) => id !== reviewId) },
        );
      },
      onSettled: () => {
        for (const filter of [
          api.review.pathFilter(),
          api.home.pathFilter(),
          api.researchPlan.pathFilter(),
        ]) {
          void queries.invalidateQueries(filter);
        }
      },
    }),
  );
}
