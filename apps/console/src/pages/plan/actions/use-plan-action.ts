import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { useState } from "react";
import { actOnPlan, api, type PlanAction, type Replies } from "../../../api/api.ts";
import { isPinRequired } from "../../inbox/pin-dialog.tsx";

export type ActionReply = Replies["researchPlan"]["cancel"];
type Done = (reply: ActionReply) => void;

export interface SeenPlan {
  readonly id: string;
  /** The version that the person looks at; what somebody else changed since then is named before it is overruled. */
  readonly version: number;
}

/**
 * Does something to a plan. Asks for the review PIN where one is set; after a conflict `repeat` does it again on the plan
 * as it is now.
 */
export function usePlanAction(plan: SeenPlan) {
  const queries = useQueryClient();
  const [last, setLast] = useState<{ action: PlanAction; done: Done | undefined } | null>(null);
  const mutation = useMutation({
    networkMode: "always",
    mutationFn: ({ action, version }: { action: PlanAction; version: number }) =>
      actOnPlan(action, { planId: plan.id, expectedVersion: version }),
    onSettled: () => {
      void queries.invalidateQueries(api.researchPlan.pathFilter());
      void queries.invalidateQueries(api.home.pathFilter());
      void queries.invalidateQueries(api.review.pathFilter());
    },
  });
  const act = (action: PlanAction, done?: Done, version = plan.version) => {
    setLast({ action, done });
    mutation.mutate({ action, version }, { onSuccess: done });
  };
  const isLocked = isPinRequired(mutation.error);
  const conflictVersion = conflictIn(mutation.error);
  const repeat = (version = plan.version) => {
    mutation.reset();
    if (last) act(last.action, last.done, version);
  };
  return {
    act,
    reset: mutation.reset,
    isPending: mutation.isPending,
    error: isLocked ? null : mutation.error,
    repeat: conflictVersion === null ? null : () => repeat(conflictVersion),
    /** The review PIN is missing; once it is entered, the action is sent again. */
    pin: { isOpen: isLocked, onClose: mutation.reset, onUnlocked: () => repeat() },
  };
}

export type PlanActing = ReturnType<typeof usePlanAction>;

/** The version of the plan that somebody else changed; null for any other error. */
function conflictIn(error: unknown): number | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { appCode, details } = (error.data ?? {}) as {
    appCode?: string;
    details?: { planVersion?: unknown };
  };
  const version = details?.planVersion;
  return appCode === "PLAN_CHANGED" && typeof version === "number" ? version : null;
}
