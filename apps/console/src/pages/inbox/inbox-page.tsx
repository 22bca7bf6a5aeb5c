import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useShortcuts } from "../../components/use-shortcuts.ts";
import { ChosenItem } from "./chosen-item.tsx";
import { type InboxItem, keyAfter, keyBeside, keyMeant } from "./inbox-items.ts";
import { ItemList } from "./item-list.tsx";
import { LastDecisions } from "./last-decisions.tsx";
import { useInboxItems } from "./use-inbox-items.ts";

const route = getRouteApi("/inbox");

/** What waits for a person, and beside it (on narrow windows instead of it) the chosen item. */
export function InboxPage() {
  const { item } = route.useSearch();
  const { items, isLoading, failures, furtherReviews } = useInboxItems();
  const { chosen, choose } = useChosen(items, isLoading);
  const { headingRef, focusNextHeading } = useHeadingFocus();
  const pane = useRef<HTMLElement>(null);
  const goTo = (key: string | undefined) => {
    if (key === undefined) return;
    focusNextHeading();
    choose(key);
  };
  const move = (distance: 1 | -1) => {
    const from = pane.current?.checkVisibility() ? chosen : undefined;
    goTo(keyBeside(items, from, distance));
  };
  useShortcuts({
    j: () => move(1),
    "]": () => move(1),
    n: () => move(1),
    k: () => move(-1),
    "[": () => move(-1),
  });
  const isNothingThere = !isLoading && items.length === 0 && failures.length === 0;
  return (
    <>
      <PageHeader title="Inbox">What does not go on without you.</PageHeader>
      <div
        className={
          chosen
            ? "wrap-anywhere lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start lg:gap-6"
            : "wrap-anywhere"
        }
      >
        <div
          className={`grid gap-4 lg:sticky lg:top-16 lg:max-h-[calc(100vh-5rem)] lg:overflow-y-auto ${item ? "hidden lg:grid" : ""}`}
        >
          {failures.map(({ what, error, retry }) => (
            <ErrorState key={what} what={what} error={error} onRetry={retry} />
          ))}
          {isLoading && items.length === 0 && <Skeleton what="the inbox" lines={6} />}
          {isNothingThere && <LastDecisions />}
          <ItemList
            items={items}
            chosen={chosen}
            furtherReviews={furtherReviews}
            onChoose={focusNextHeading}
          />
        </div>
        {chosen && (
          <section
            ref={pane}
            aria-label="Chosen item"
            className={`min-w-0 ${item ? "" : "hidden lg:block"}`}
          >
            <ChosenItem
              key={chosen}
              itemKey={chosen}
              items={items}
              isLoading={isLoading}
              headingRef={headingRef}
              onMove={goTo}
              onDecided={() => {
                focusNextHeading();
                choose(keyAfter(items, chosen));
              }}
            />
          </section>
        )}
      </div>
    </>
  );
}

/**
 * What is on the screen stays there until the person chooses something else, whatever happens to
 * the list meanwhile. Without a choice it is the first item.
 */
function useChosen(items: readonly InboxItem[], isLoading: boolean) {
  const { item } = route.useSearch();
  const navigate = route.useNavigate();
  const [kept, setKept] = useState<{ item: string | undefined; key: string } | null>(null);
  const choose = (key: string | undefined) => {
    setKept(null);
    // One step back leads from any item to where the person came from.
    void navigate({ search: { item: key }, replace: item !== undefined });
  };
  if (kept && kept.item === item) return { chosen: kept.key, choose };
  const chosen = item === undefined ? items[0]?.key : keyMeant(items, item);
  const isSettled = chosen !== undefined && (!isLoading || items.some(({ key }) => key === chosen));
  if (isSettled) setKept({ item, key: chosen });
  return { chosen, choose };
}

/** After a choice the item's heading has the focus: it is read out, and Tab goes on from there. */
function useHeadingFocus() {
  const isWanted = useRef(false);
  const headingRef = useCallback((heading: HTMLHeadingElement | null) => {
    if (!heading || !isWanted.current) return;
    isWanted.current = false;
    heading.focus();
  }, []);
  const focusNextHeading = () => {
    isWanted.current = true;
  };
  return { headingRef, focusNextHeading };
}
