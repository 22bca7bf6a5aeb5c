import type { ReviewDecision } from "@trovella/plan-engine";
import { TRPCClientError } from "@trpc/client";
import type { Replies } from "../api/api.ts";

export type ReviewDetail = Replies["review"]["detail"];

export type Decided = Pick<
  ReviewDetail,
  "feedback" | "decidedBy" | "decidedByName" | "decidedAt" | "decidedVia"
> & { readonly decision: ReviewDecision };

export function decisionOf(review: ReviewDetail): Decided | null {
  const { decision } = review;
  return decision ? { ...review, decision } : null;
}

/** The earlier decision, if the server refused ours because of it. */
export function earlierDecision(error: unknown): Decided | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { appCode, details } = (error.data ?? {}) as { appCode?: unknown; details?: unknown };
  return appCode === "ALREADY_DECIDED" ? (details as Decided) : null;
}
