import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Budget } from "@trovella/plan-engine";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { useToast } from "../../../components/toast.tsx";
import { causeInWords } from "../../../format/budget-words.ts";
import { t } from "../../../language/messages.ts";
import { isPinRequired } from "../../inbox/pin-dialog.tsx";

type Decision = { readonly kind: "change"; readonly budget: Budget } | { readonly kind: "accept" };

/** Changes the budget of a plan, or lets it close early. Asks for the review PIN where one is set. */
export function useBudgetDecision(planId: string, onDone: (kind: Decision["kind"]) => void) {
  const queries = useQueryClient();
  const toast = useToast();
  const [pending, setPending] = useState<Decision | null>(null);
  const refetch = () => {
    void queries.invalidateQueries(api.researchPlan.pathFilter());
    void queries.invalidateQueries(api.home.pathFilter());
  };
  const change = useMutation(
    api.researchPlan.changeBudget.mutationOptions({
      networkMode: "always",
      onSuccess: ({ phase, phaseCause }) =>
        toast(
          phase === "open"
            ? t("The budget was changed: the plan can continue.")
            : t("The budget was changed, but the plan still closes early: {why}.", {
                why: causeInWords(phaseCause, phase),
              }),
        ),
      onSettled: refetch,
    }),
  );
  const accept = useMutation(
    api.researchPlan.acceptClosing.mutationOptions({
      networkMode: "always",
      onSuccess: () => toast(t("The plan closes with what it has found so far.")),
      onSettled: refetch,
    }),
  );
  const decide = (decision: Decision) => {
    setPending(decision);
    const onSuccess = () => onDone(decision.kind);
    if (decision.kind === "accept") accept.mutate({ planId }, { onSuccess });
    else change.mutate({ planId, budget: decision.budget }, { onSuccess });
  };
  const error = change.error ?? accept.error;
  const isLocked = isPinRequired(error);
  const reset = () => {
    change.reset();
    accept.reset();
  };
  return {
    decide,
    reset,
    isPending: change.isPending || accept.isPending,
    error: isLocked ? null : error,
    /** The review PIN is missing; once it is entered, the decision is sent again. */
    pin: {
      isOpen: isLocked,
      onClose: reset,
      onUnlocked: () => {
        reset();
        if (pending) decide(pending);
      },
    },
  };
}
