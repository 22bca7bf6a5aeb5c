import type { TenantContext } from "@trovella/db";
import { type KnownClaim, listPlanClaims } from "@trovella/db/evidence";
import { acceptsDecision, type Plan, type Review } from "@trovella/plan-engine";
import { auditedStatus } from "@trovella/research";
import { z } from "zod";
import { excerptToFit } from "../text/show-invisible.ts";
import { stepHandleIn } from "./handles.ts";

const MAX_SUMMARY = 800;
const MAX_QUESTIONS = 5;
const MAX_QUESTION = 200;
const MAX_CLAIMS = 5;
const MAX_STATEMENT = 160;

/** The review in a reply: only of a plan that waits for one. */
export const reviewInReply = z.looseObject({ stepId: z.string(), summary: z.string() }).optional();

/** A plan that has ended waits for nobody, although a review of it may never have been decided. */
export function findOpenReview({ status, reviews }: Plan, stepId?: string): Review | undefined {
  if (status !== "awaiting_review") return undefined;
  const open = reviews.filter(({ decision }) => decision === null);
  return open.find((review) => review.stepId === stepId) ?? open[0];
}

/** What a person is asked: the words of the request and the key claims it rests on. */
export async function openReviewOf(context: TenantContext, plan: Plan, stepId?: string) {
  if (!findOpenReview(plan, stepId)) return {};
  return reviewWith(keyClaims(await listPlanClaims(context, plan.id)), plan, stepId);
}

/** The same of a plan whose claims cannot be read any more. */
export function openReviewWithoutClaims(plan: Plan) {
  return reviewWith([], plan);
}

function reviewWith(claims: ReturnType<typeof keyClaims>, plan: Plan, stepId?: string) {
  const review = findOpenReview(plan, stepId);
  if (!review) return {};
  const { summary, questions } = review;
  const { reviewPolicy } = plan;
  return {
    review: {
      stepId: stepHandleIn(plan, review.stepId),
      summary: excerptToFit(summary, MAX_SUMMARY),
      ...(questions.length > 0
        ? {
            questions: questions
              .slice(0, MAX_QUESTIONS)
              .map((question) => excerptToFit(question, MAX_QUESTION)),
          }
        : {}),
      ...(claims.length > 0 ? { keyClaims: claims } : {}),
      ...(acceptsDecision(reviewPolicy, "relayed") ? {} : { reviewPolicy }),
    },
  };
}

function keyClaims(claims: readonly KnownClaim[]) {
  return claims
    .filter(({ isKey, isWithdrawn }) => isKey && !isWithdrawn)
    .slice(0, MAX_CLAIMS)
    .map((claim) => ({
      statement: excerptToFit(claim.statement, MAX_STATEMENT),
      status: auditedStatus(claim),
    }));
}
