import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReviewDecision } from "@trovella/plan-engine";
import { api } from "../../api/api.ts";
import { useToast } from "../../components/toast.tsx";
import { forgetDraft } from "./use-draft.ts";
import { OPEN_REVIEWS } from "./use-inbox-items.ts";

const TOASTS: Readonly<Record<ReviewDecision, string>> = {
  approve: "Approved: the plan goes on.",
  modify: "Sent back: the step runs again with your feedback.",
  skip: "Skipped: the plan goes on without this step.",
  reject: "Rejected: the plan has failed.",
};

/** Stores a decision about a review; it is final at once. */
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
        // An answer on its way may be older than the decision.
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
