import type { HomeSummary, PlanRow, Replies } from "../../api/api.ts";

export type ReviewCard = Replies["review"]["list"]["reviews"][number];

/** Something that does not go on without a person. Its key stands in the address. */
export type InboxItem =
  | { readonly kind: "review"; readonly key: string; readonly review: ReviewCard }
  | { readonly kind: "stalled" | "failed"; readonly key: string; readonly plan: PlanRow };

/** Decisions first, then what stopped. */
export function inboxItems(
  reviews: readonly ReviewCard[],
  needsYou: Pick<HomeSummary["needsYou"], "stalled" | "failed">,
): InboxItem[] {
  const ofPlans = (kind: "stalled" | "failed") =>
    needsYou[kind].map((plan) => ({ kind, key: plan.id, plan }));
  return [
    ...reviews.map((review) => ({ kind: "review" as const, key: review.id, review })),
    ...ofPlans("stalled"),
    ...ofPlans("failed"),
  ];
}

/** The key of what an address means: an item, or the review that a plan waits for. */
export function keyFromUrl(items: readonly InboxItem[], said: string): string {
  if (items.some(({ key }) => key === said)) return said;
  const ofPlan = items.find((item) => item.kind === "review" && item.review.planId === said);
  return ofPlan?.key ?? said;
}

/** What comes after a decision: the next review, else the first one left, else anything left. */
export function keyAfter(items: readonly InboxItem[], decided: string): string | undefined {
  const place = items.findIndex(({ key }) => key === decided);
  const left = items.filter(({ key }) => key !== decided);
  const reviews = left.filter(({ kind }) => kind === "review");
  const next = items.slice(place + 1).find(({ kind }) => kind === "review");
  return (next ?? reviews[0] ?? left[0])?.key;
}

/** The item so many places away; from nowhere, the first or the last. */
export function keyBeside(
  items: readonly InboxItem[],
  current: string | undefined,
  distance: 1 | -1,
): string | undefined {
  const place = items.findIndex(({ key }) => key === current);
  if (place < 0) return (distance > 0 ? items[0] : items.at(-1))?.key;
  return items[place + distance]?.key;
}
