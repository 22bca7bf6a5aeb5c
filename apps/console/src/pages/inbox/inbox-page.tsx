import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { useWhose, type Whose } from "../../api/whose.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { useShortcuts } from "../../components/use-shortcuts.ts";
import { WhoseSwitch } from "../../components/whose-switch.tsx";
import { ChosenItem } from "./chosen-item.tsx";
import { HiddenItems } from "./hiding/hidden-items.tsx";
import { type InboxItem, keyAfter, keyBeside, keyFromUrl } from "./inbox-items.ts";
import { ItemList } from "./item-list.tsx";
import { LastDecisions } from "./last-decisions.tsx";
import { type InboxItems, useInboxItems } from "./use-inbox-items.ts";

const route = getRouteApi("/inbox");

/** The items that need a person, and beside them (on narrow windows instead) the chosen one. */
export function InboxPage() {
  const { item } = route.useSearch();
  const { whose, inbox, chooseWhose } = useShownInbox();
  const { items, isLoading } = inbox;
  const { chosen, choose } = useChosen(items, isLoading);
  const { headingRef, focusNextHeading } = useHeadingFocus();
  const pane = useRef<HTMLElement>(null);
  const goTo = (key: string | undefined) => {
    if (key === undefined) return;
    focusNextHeading();
    choose(key);
  };
  useMoveKeys((distance) => {
    const from = pane.current?.checkVisibility() ? chosen : undefined;
    goTo(keyBeside(items, from, distance));
  });
  return (
    <>
      <PageHeader title="Inbox" actions={<WhoseSwitch chosen={whose} onChange={chooseWhose} />}>
        {whose === "all" ? "Waiting for a decision." : "Waiting for your decision."}
      </PageHeader>
      <div
        className={`wrap-anywhere ${chosen ? "lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:items-start lg:gap-6" : ""}`}
      >
        <div
          className={`grid gap-4 lg:sticky lg:top-16 lg:max-h-[calc(100vh-5rem)] lg:overflow-y-auto ${item ? "hidden lg:grid" : ""}`}
        >
          <Items inbox={inbox} chosen={chosen} onChoose={focusNextHeading} />
          <Others count={inbox.others} />
          <HiddenItems />
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
              counts={inbox.counts}
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

/** The items of the person, or of everybody when the URL says so or names a plan of somebody else. */
function useShownInbox() {
  const { item, whose: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const wanted = useWhose(chosen);
  const own = useInboxItems(wanted);
  // Assistants link to the inbox by the handle of a plan.
  const isElsewhere =
    wanted === "mine" &&
    !chosen &&
    !own.isLoading &&
    item !== undefined &&
    /^p-/.test(item) &&
    keyFromUrl(own.items, item) === item;
  const everybody = useInboxItems(isElsewhere ? "all" : undefined);
  return {
    whose: isElsewhere ? ("all" as const) : wanted,
    inbox: isElsewhere ? everybody : own,
    chooseWhose: (whose: Whose) => void navigate({ search: { whose } }),
  };
}

function Others({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="text-soft text-sm">
      <TextLink to="/inbox" search={{ whose: "all" }}>
        {count === 1 ? "1 item waits for others" : `${count} items wait for others`}
      </TextLink>
    </p>
  );
}

function Items({
  inbox: { items, isLoading, failures, counts },
  chosen,
  onChoose,
}: {
  inbox: InboxItems;
  chosen: string | undefined;
  onChoose: () => void;
}) {
  const isEmpty = !isLoading && items.length === 0 && failures.length === 0;
  return (
    <>
      {failures.map(({ what, error, retry }) => (
        <ErrorState key={what} what={what} error={error} onRetry={retry} />
      ))}
      {isLoading && items.length === 0 && <Skeleton what="the inbox" lines={6} />}
      {isEmpty && <LastDecisions />}
      <ItemList items={items} chosen={chosen} counts={counts} onChoose={onChoose} />
    </>
  );
}

function useMoveKeys(move: (distance: 1 | -1) => void): void {
  const next = () => move(1);
  const previous = () => move(-1);
  useShortcuts({ j: next, "]": next, n: next, k: previous, "[": previous });
}

/** The chosen item, by default the first. It stays until the user chooses another, even if the list changes. */
function useChosen(items: readonly InboxItem[], isLoading: boolean) {
  const { item } = route.useSearch();
  const navigate = route.useNavigate();
  const [kept, setKept] = useState<{ item: string | undefined; key: string } | null>(null);
  const choose = (key: string | undefined) => {
    setKept(null);
    // Back leads from any item to the page before the inbox.
    void navigate({
      search: ({ whose }) => ({ item: key, whose }),
      replace: item !== undefined,
    });
  };
  if (kept && kept.item === item) return { chosen: kept.key, choose };
  const chosen = item === undefined ? items[0]?.key : keyFromUrl(items, item);
  const isSettled = chosen !== undefined && (!isLoading || items.some(({ key }) => key === chosen));
  if (isSettled) setKept({ item, key: chosen });
  return { chosen, choose };
}

/** Focuses the heading of a newly chosen item: it is read out, and Tab continues from there. */
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
