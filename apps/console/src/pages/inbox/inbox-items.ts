import type { HomeSummary, PlanRow, Replies } from "../../api/api.ts";

export type ReviewCard = Replies["review"]["list"]["reviews"][number];

/** An open review, or a plan that closes early, is stalled, waits for an assistant or failed. The URL carries its key. */
export type InboxItem =
  | { readonly kind: "review"; readonly key: string; readonly review: ReviewCard }
  | { readonly kind: PlanKind; readonly key: string; readonly plan: PlanRow };
export type ItemKind = InboxItem["kind"];
type PlanKind = "closing" | "stalled" | "waiting" | "failed";

/** Reviews first, then plans that close early, stalled ones, those that wait for an assistant, and failed ones. */
export function inboxItems(
  reviews: readonly ReviewCard[],
  needsYou: Pick<HomeSummary["needsYou"], PlanKind>,
): InboxItem[] {
  const ofPlans = (kind: PlanKind) => needsYou[kind].map((plan) => ({ kind, key: plan.id, plan }));
  return [
    ...reviews.map((review) => ({ kind: "review" as const, key: review.id, review })),
    ...ofPlans("closing"),
    ...ofPlans("stalled"),
    ...ofPlans("waiting"),
    ...ofPlans("failed"),
  ];
}

export type ItemCounts = Readonly<Record<ItemKind | "total", number>>;
export const KINDS = [
  "review",
  "closing",
  "stalled",
  "waiting",
  "failed",
] as const satisfies readonly ItemKind[];

/** The place of a listed item among all, counted from 1: of each kind only the first are listed. */
export function placeOf(
  items: readonly InboxItem[],
  counts: ItemCounts,
  key: string,
): number | null {
  const item = items.find((candidate) => candidate.key === key);
  if (!item) return null;
  const before = KINDS.slice(0, KINDS.indexOf(item.kind)).reduce(
    (sum, kind) => sum + countOf(items, counts, kind),
    0,
  );
  return before + items.filter(({ kind }) => kind === item.kind).indexOf(item) + 1;
}

/** How many items of a kind there are; a list may be newer than the count. */
export function countOf(items: readonly InboxItem[], counts: ItemCounts, kind: ItemKind): number {
  return Math.max(counts[kind], items.filter((item) => item.kind === kind).length);
}

/** The item that a URL names: by its key, or by its plan. */
export function keyFromUrl(items: readonly InboxItem[], named: string): string {
  if (items.some(({ key }) => key === named)) return named;
  const ofPlan = items.find((item) =>
    item.kind === "review"
      ? [item.review.planId, item.review.planHandle].includes(named)
      : item.plan.handle === named,
  );
  return ofPlan?.key ?? named;
}

/** The item after a decision: the next review, else the first review left, else any item left. */
export function keyAfter(items: readonly InboxItem[], decided: string): string | undefined {
  const place = items.findIndex(({ key }) => key === decided);
  const left = items.filter(({ key }) => key !== decided);
  const reviews = left.filter(({ kind }) => kind === "review");
  const next = items.slice(place + 1).find(({ kind }) => kind === "review");
  return (next ?? reviews[0] ?? left[0])?.key;
}

/** The neighbour of an item; without a current item, the first or the last. */
export function keyBeside(
  items: readonly InboxItem[],
  current: string | undefined,
  distance: 1 | -1,
): string | undefined {
  const place = items.findIndex(({ key }) => key === current);
  if (place < 0) return (distance > 0 ? items[0] : items.at(-1))?.key;
  return items[place + distance]?.key;
}
