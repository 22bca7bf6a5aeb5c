import { api, decideReview, decideReviewOnLeaving, queryClient, type Replies } from "../api/api.ts";
import { localStore } from "../api/browser-storage.ts";
import { t } from "../language/messages.ts";
import { draftOf, forgetDraft } from "./draft.ts";
import { feedbackText } from "./feedback-text.ts";
import { createHeldDecisions, type HeldDecision, type Verdict } from "./held-decisions.ts";
import { checkDelayMs, createDecisionNotes, type LeftDecision } from "./left-decisions.ts";

/** Oldest first, so that further ones move up as these are decided. */
export const OPEN_REVIEWS = { state: "open", limit: 50 } as const;

const notes = createDecisionNotes(localStore);

/** The decisions of this page, which outlive every page of the console. */
export const heldDecisions = createHeldDecisions({
  now: Date.now,
  send: decideReview,
  sendOnLeaving: decideReviewOnLeaving,
  remember: ({ verdict: { planId, reviewId, decision }, plan }, lostAt) =>
    notes.write({ planId, reviewId, decision, lostAt, ...plan }),
  forget: notes.remove,
  onSaved: ({ reviewId }: Verdict) => {
    forgetDraft(reviewId);
    void takeOffList(reviewId);
  },
  onSettled: () => {
    const changed = [api.review, api.home, api.researchPlan];
    for (const router of changed) void queryClient.invalidateQueries(router.pathFilter());
  },
});

export function useHeldDecision(reviewId: string): HeldDecision | undefined {
  return heldDecisions.useAll().find(({ verdict }) => verdict.reviewId === reviewId);
}

/** Connects the held decisions to the window; returns the opposite. */
export function watchWindow(): () => void {
  const onHidden = () => document.hidden && heldDecisions.leaveWindow();
  window.addEventListener("pagehide", heldDecisions.leavePage);
  window.addEventListener("blur", heldDecisions.leaveWindow);
  document.addEventListener("visibilitychange", onHidden);
  const timers = notes
    .list(Date.now())
    .map((note) => setTimeout(() => void checkLeft(note), checkDelayMs(note, Date.now())));
  return () => {
    window.removeEventListener("pagehide", heldDecisions.leavePage);
    window.removeEventListener("blur", heldDecisions.leaveWindow);
    document.removeEventListener("visibilitychange", onHidden);
    for (const timer of timers) clearTimeout(timer);
  };
}

export const NEVER_SAVED = new Error(t("The page was closed before the decision was saved."));

/** Tells the user about a decision that an earlier page did not get to the server. */
async function checkLeft({ reviewId }: LeftDecision): Promise<void> {
  const note = notes.read(reviewId);
  const isOurs = heldDecisions.all().some(({ verdict }) => verdict.reviewId === reviewId);
  if (!note || isOurs) return;
  try {
    const review = await queryClient.fetchQuery({
      ...api.review.detail.queryOptions({ reviewId }),
      staleTime: 0,
    });
    if (review.decision === null) {
      const { planId, decision, handle, title } = note;
      const verdict = {
        planId,
        reviewId,
        decision,
        feedback: feedbackText(review.questions, draftOf(reviewId)) || undefined,
      };
      heldDecisions.addFailed(verdict, { handle, title }, NEVER_SAVED);
      return;
    }
    if (review.decision === note.decision) forgetDraft(reviewId);
    notes.remove(reviewId);
  } catch {
    // The server does not respond; the next page asks again.
  }
}

async function takeOffList(reviewId: string): Promise<void> {
  // One's own and all of them.
  const lists = api.review.list.queryFilter();
  // A response in flight may be older than the decision.
  await queryClient.cancelQueries(lists);
  queryClient.setQueriesData<Replies["review"]["list"]>(
    lists,
    (before) =>
      before && { ...before, reviews: before.reviews.filter(({ id }) => id !== reviewId) },
  );
}
