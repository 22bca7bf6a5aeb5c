import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { useWhose, type Whose } from "../../api/whose.ts";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { useShortcuts } from "../../components/use-shortcuts.ts";
import { WhoseSwitch } from "../../components/whose-switch.tsx";
import { plural, t } from "../../language/messages.ts";
import { ChosenItem } from "./chosen-item.tsx";
import { HiddenItems } from "./hiding/hidden-items.tsx";
import { type InboxItem, type ItemKind, keyAfter, keyBeside, keyFromUrl } from "./inbox-items.ts";
import { ItemList } from "./item-list.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { LastDecisions } from "./last-decisions.tsx";
import { type InboxItems, useInboxItems } from "./use-inbox-items.ts";

const route = getRouteApi("/inbox");

/** The items that need a person, and beside them (on narrow windows instead) the chosen one. */
export function InboxPage() {
  const { item, kind: wanted } = route.useSearch();
  const { whose, inbox, chooseWhose, chooseKind } = useShownInbox();
  const { isLoading } = inbox;
  // When the last of a kind is done, the others are shown.
  const kind = inbox.items.some((one) => one.kind === wanted) ? wanted : undefined;
  const items = kind ? inbox.items.filter((one) => one.kind === kind) : inbox.items;
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
      <PageHeader
        title={t("Inbox")}
        actions={<WhoseSwitch chosen={whose} onChange={chooseWhose} />}
      >
        {whose === "all" ? t("Waiting for a decision.") : t("Waiting for your decision.")}
      </PageHeader>
      <div
        className={`wrap-anywhere ${chosen ? "lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-6" : ""}`}
      >
        <div
          data-scrolls=""
          className={`grid gap-4 lg:sticky lg:top-16 lg:max-h-[calc(100vh-5rem)] lg:overflow-y-auto lg:p-0.5 lg:pb-36 ${item ? "hidden lg:grid" : ""}`}
        >
          <KindFilter
            items={inbox.items}
            counts={inbox.counts}
            chosen={kind}
            onChange={chooseKind}
          />
          <Items inbox={{ ...inbox, items }} chosen={chosen} onChoose={focusNextHeading} />
          <Others count={inbox.others} />
          <HiddenItems />
        </div>
        {chosen && (
          <section
            ref={pane}
            aria-label={t("Chosen item")}
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
    chooseKind: (kind: ItemKind | undefined) =>
      void navigate({ search: ({ whose }) => ({ whose, kind }) }),
  };
}

function Others({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="text-soft text-sm">
      <TextLink to="/inbox" search={{ whose: "all" }}>
        {plural(count, "{count} item waits for others", "{count} items wait for others")}
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
      {isLoading && items.length === 0 && <Skeleton what={t("the inbox")} lines={6} />}
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
      search: ({ whose, kind }) => ({ item: key, whose, kind }),
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
