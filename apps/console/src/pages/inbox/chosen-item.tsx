import { Link } from "@tanstack/react-router";
import type { Ref } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { type InboxItem, keyBeside } from "./inbox-items.ts";
import { PlanItem } from "./plan-item.tsx";
import { ReviewItem } from "./review-item.tsx";

interface ChosenItemProps {
  readonly itemKey: string;
  readonly items: readonly InboxItem[];
  readonly isLoading: boolean;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onMove: (key: string | undefined) => void;
  readonly onDecided: () => void;
}

export function ChosenItem(props: ChosenItemProps) {
  const { itemKey, items, onMove } = props;
  const place = items.findIndex(({ key }) => key === itemKey);
  return (
    <>
      <nav aria-label="Items" className="mb-3 flex flex-wrap items-center gap-2">
        <Link
          to="/inbox"
          className="inline-flex min-h-9 items-center rounded-md pr-2 text-accent underline lg:hidden"
        >
          All items
        </Link>
        <span className="ml-auto text-soft text-sm tabular-nums">
          {place >= 0 && `${place + 1} of ${items.length}`}
        </span>
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
              {distance < 0 ? "Previous" : "Next"}
            </Button>
          );
        })}
      </nav>
      <Content {...props} />
    </>
  );
}

function Content({ itemKey, items, isLoading, headingRef, onDecided }: ChosenItemProps) {
  const item = items.find(({ key }) => key === itemKey);
  if (item && item.kind !== "review") return <PlanItem item={item} headingRef={headingRef} />;
  if (!itemKey.startsWith("plan_")) {
    return <ReviewItem reviewId={itemKey} headingRef={headingRef} onDecided={onDecided} />;
  }
  // Which review a plan means is known from the list.
  if (isLoading) return <Skeleton what="the item" lines={6} />;
  return (
    <EmptyState
      title="This plan no longer waits for you"
      action={
        <Link
          to="/plans/$planId"
          params={{ planId: itemKey }}
          className="font-medium text-accent underline"
        >
          Open the plan
        </Link>
      }
    >
      It goes on, has ended, or was decided elsewhere.
    </EmptyState>
  );
}
