import { type Ref, useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { t } from "../../language/messages.ts";
import { ClosingItem } from "./closing-item.tsx";
import { ItemActions } from "./hiding/item-actions.tsx";
import { type InboxItem, type ItemCounts, keyAfter, keyBeside, placeOf } from "./inbox-items.ts";
import { PlanItem } from "./plan-item.tsx";
import { ReviewItem } from "./review-item.tsx";

interface ChosenItemProps {
  readonly itemKey: string;
  readonly items: readonly InboxItem[];
  /** Of all items, also of those that are not listed. */
  readonly counts: ItemCounts;
  readonly isLoading: boolean;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onMove: (key: string | undefined) => void;
  readonly onDecided: () => void;
}

export function ChosenItem(props: ChosenItemProps) {
  const { itemKey, items, counts, onMove, onDecided } = props;
  const item = items.find(({ key }) => key === itemKey);
  const place = placeOf(items, counts, itemKey);
  return (
    <>
      <nav aria-label={t("Items")} className="mb-3 flex flex-wrap items-center gap-2">
        <TextLink to="/inbox" className="inline-flex min-h-9 items-center pr-2 lg:hidden">
          {t("All items")}
        </TextLink>
        <span className="ml-auto text-soft text-sm tabular-nums">
          {place !== null &&
            t("{place} of {total}", { place, total: Math.max(counts.total, place) })}
        </span>
        {item && (
          <ItemActions itemKey={itemKey} isReview={item.kind === "review"} onGone={onDecided} />
        )}
        {([-1, 1] as const).map((distance) => {
          const beside = keyBeside(items, itemKey, distance);
          return (
            <Button
              key={distance}
              onClick={() => onMove(beside)}
              disabled={beside === undefined}
              className="min-h-9"
              aria-keyshortcuts={distance < 0 ? "k [" : "j ] n"}
            >
              {distance < 0 ? t("Previous") : t("Next")}
            </Button>
          );
        })}
      </nav>
      <Content {...props} />
    </>
  );
}

function Content(props: ChosenItemProps) {
  const { itemKey, items, isLoading, headingRef, onMove, onDecided } = props;
  const item = items.find(({ key }) => key === itemKey);
  // It stays when a decision takes it off the list, to say how to go on.
  const [wasClosing, setWasClosing] = useState(false);
  if (item?.kind === "closing" && !wasClosing) setWasClosing(true);
  if (item && item.kind !== "review" && item.kind !== "closing") {
    return <PlanItem plan={item.plan} headingRef={headingRef} />;
  }
  if (wasClosing) {
    return <ClosingItem planId={itemKey} headingRef={headingRef} onDecided={onDecided} />;
  }
  if (!/^(plan_|p-)/.test(itemKey)) {
    const next = keyAfter(items, itemKey);
    const onNext = next === undefined ? null : () => onMove(next);
    return <ReviewItem reviewId={itemKey} headingRef={headingRef} onNext={onNext} />;
  }
  // The list says which review belongs to a plan.
  if (isLoading) return <Skeleton what={t("the item")} lines={6} />;
  return (
    <EmptyState
      title={t("This plan no longer needs you")}
      action={
        <TextLink to="/plans/$planId" params={{ planId: itemKey }}>
          {t("Open the plan")}
        </TextLink>
      }
    >
      {t("An assistant works on it again, it has ended, or was decided elsewhere.")}
    </EmptyState>
  );
}
