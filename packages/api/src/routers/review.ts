import {
  type ConsoleReview,
  listDecidedReviews,
  listOpenReviews,
  readReview,
  readReviewChanges,
  readReviewEvidence,
} from "@trovella/db/console";
import type { NamedRule } from "@trovella/db/identity";
import { listPlanArtifacts } from "@trovella/db/memory";
import { AppError } from "@trovella/foundation";
import { LIMITS, mayDecide, REVIEW_DECISIONS } from "@trovella/plan-engine";
import {
  type Caller,
  excerpt,
  readCursor,
  recordReviewRefusal,
  whoMayDecide,
} from "@trovella/research";
import { z } from "zod";
import { commitDecision, isLockedPage } from "../commit-decision.ts";
import { decisionEffects } from "../condition-in-words.ts";
import type { ApiServices } from "../context.ts";
import { readHidden } from "../hidden-items.ts";
import * as input from "../inputs.ts";
import { orNotFound } from "../or-not-found.ts";
import { idText, momentText, pageOf } from "../page-of.ts";
import { planPeople, reviewPeople } from "../review-people.ts";
import { procedure, procedureApart, router } from "../trpc.ts";

const LISTED_FINDINGS = 20;
/** Only a bound, in UTF-16 units; the rules for PINs are checked where they are set. */
const MAX_PIN_LENGTH = 100;
const position = z.object({ at: momentText, id: idText });

const verdict = z
  .object({
    planId: input.id,
    reviewId: input.id.optional(),
    stepId: input.id.optional(),
    expectedAttempt: z.int().min(0).optional(),
    decision: z.enum(REVIEW_DECISIONS),
    feedback: input.text(LIMITS.noteLength).optional(),
  })
  .refine(
    ({ reviewId, stepId, expectedAttempt }) =>
      reviewId || (stepId && expectedAttempt !== undefined),
    {
      path: ["reviewId"],
      message: "is needed, or stepId with expectedAttempt, to know what you saw",
    },
  );

export const reviewRouter = router({
  list: procedure("read")
    .input(
      z
        .object({
          state: z.enum(["open", "decided"]).default("open"),
          planId: input.id.optional(),
          /** Mine: the open reviews that the caller is asked for. */
          whose: input.whose,
          limit: input.limit(25, 50),
          cursor: input.cursor,
        })
        .prefault({}),
    )
    .query(async ({ ctx: { context, caller, now, rule: readRule }, input }) => {
      const { state, planId, whose, limit, cursor } = input;
      const list = state === "open" ? listOpenReviews : listDecidedReviews;
      const after = readCursor(cursor, position);
      const rule = await readRule();
      // The inbox leaves out what the caller has snoozed; the page of a plan has all its reviews.
      const isInbox = state === "open" && planId === undefined;
      const { hidden } = isInbox ? await readHidden(context, { caller, now }) : { hidden: [] };
      const rows = await list(context, {
        hidden,
        of: whose === "mine" ? { userId: caller.userId, rule } : null,
        planId: planId ?? null,
        after,
        limit: limit + 1,
      });
      const { items, nextCursor } = pageOf(rows, limit, (row) => ({
        at: row.position,
        id: row.id,
      }));
      return { reviews: items.map((review) => reviewCard(review, { caller, rule })), nextCursor };
    }),

  detail: procedure("read")
    .input(z.object({ reviewId: input.id }))
    .query(async ({ ctx: { context, caller, now, rule: readRule }, input: { reviewId } }) => {
      const rule = await readRule();
      const review = orNotFound(await readReview(context, { reviewId, now }), "review");
      const artifacts = await listPlanArtifacts(context, review.planId);
      const changes = await readReviewChanges(context, reviewId);
      const evidence = await readReviewEvidence(context, review.planId);
      const { position: _, ...rest } = review;
      return {
        ...rest,
        decidedByName: deciderName(review, caller),
        people: planPeople(review, { userId: caller.userId, rule }),
        /** Who may decide instead of the caller; null when the caller may, as far as the organization's rule goes. */
        whoMayDecide: mayDecide(rule, review, caller.userId) ? null : whoMayDecide(rule, review),
        effects: decisionEffects(review.stepOrder),
        isPinRequired: isLockedPage(caller),
        findings: artifacts
          .slice(0, LISTED_FINDINGS)
          .map(({ sources: _, ...artifact }) => artifact),
        findingCount: artifacts.length,
        changes,
        ...evidence,
      };
    }),

  decide: procedureApart("review", ["plan", "review", "run"])
    .input(verdict)
    .mutation(async ({ ctx: { inTenant, caller, services, rule }, input }) => {
      try {
        return await inTenant((context) =>
          commitDecision(context, input, { caller, now: () => services.now(), rule }),
        );
      } catch (error) {
        const { planId } = input;
        await recordReviewRefusal(services.database, caller, { error, planId });
        throw error;
      }
    }),

  /** Enters the review PIN, once per browser session. */
  unlock: procedureApart("review", ["review"])
    .input(z.strictObject({ pin: input.text(MAX_PIN_LENGTH) }))
    .mutation(async ({ ctx: { caller, services }, input: { pin } }) => {
      const lock = lockOf(services);
      if (caller.browserSessionId === null) throw onlyInConsole();
      await lock.unlock(caller.browserSessionId, pin);
      return { isUnlocked: true };
    }),
});

function lockOf({ reviewLock }: Pick<ApiServices, "reviewLock">) {
  if (reviewLock) return reviewLock;
  throw new AppError(
    "UNAVAILABLE",
    "There is no review PIN in team mode, where people sign in. Next: decide without one.",
  );
}

function onlyInConsole(): AppError {
  return new AppError(
    "FORBIDDEN",
    "The review PIN counts in the console alone. Next: open it in a browser.",
  );
}

function reviewCard(
  { position: _, questions, ...review }: ConsoleReview,
  { caller, rule }: { readonly caller: Caller; readonly rule: NamedRule },
) {
  return {
    ...review,
    ...reviewPeople(review, rule),
    decidedByName: deciderName(review, caller),
    questions: questions
      .slice(0, LIMITS.questionsInReview)
      .map((question) => excerpt(question, 100)),
    effects: decisionEffects(review.stepOrder),
  };
}

/** Only the caller's own name is known here. */
function deciderName(
  { decidedBy }: Pick<ConsoleReview, "decidedBy">,
  caller: Caller,
): string | null {
  return decidedBy !== null && decidedBy === caller.userId ? caller.userName : null;
}
