import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from "react";
import { api } from "../../api/api.ts";
import { Button } from "../../components/button.tsx";
import { KeyHint } from "../../components/key-hint.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useToast } from "../../components/toast.tsx";
import { isUnknownId, UnknownId } from "../../components/unknown-id.tsx";
import { useShortcuts } from "../../components/use-shortcuts.ts";
import { t } from "../../language/messages.ts";
import { ClaimList } from "./claim-list.tsx";
import { ClaimView } from "./claim-view.tsx";
import { claimBeside, type ListedClaim } from "./claim-words.ts";

interface ClaimWorkbenchProps {
  readonly claims: readonly ListedClaim[];
  /** The claim that the URL names; without one the first is shown in wide windows. */
  readonly named: string | undefined;
  readonly onChoose: (claimId: string | undefined) => void;
  readonly isPlanShown?: boolean;
  /** What follows the list, such as a button for more. */
  readonly children?: ReactNode;
}

/** Claims, and beside them (on narrow windows instead) the chosen one with its evidence. */
export function ClaimWorkbench(props: ClaimWorkbenchProps) {
  const { claims, named, onChoose, isPlanShown = false, children } = props;
  const chosen = named ?? claims[0]?.id;
  const pane = useRef<HTMLElement>(null);
  const { headingRef, focusNextHeading } = useHeadingFocus();
  const toast = useToast();
  const kept = claims.filter(({ isWithdrawn }) => !isWithdrawn).length;
  const goTo = (claim: ListedClaim | undefined) => {
    if (!claim) return;
    focusNextHeading();
    onChoose(claim.id);
  };
  const move = (distance: 1 | -1) => {
    const from = pane.current?.checkVisibility() ? chosen : undefined;
    goTo(claimBeside(claims, from, distance));
  };
  const openSource = () => {
    if (pane.current?.checkVisibility())
      pane.current.querySelector<HTMLAnchorElement>("a[data-opens-source]")?.click();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), o: openSource });
  useInView(pane, named);
  usePreloaded(claimBeside(claims, chosen, 1)?.id);
  return (
    <div className="lg:grid lg:grid-cols-[17rem_minmax(0,1fr)] lg:items-start lg:gap-6">
      <div
        className={`min-w-0 wrap-anywhere lg:sticky lg:top-16 lg:max-h-[calc(100vh-5rem)] lg:overflow-y-auto ${named ? "hidden lg:block" : ""}`}
      >
        <ClaimList
          claims={claims}
          chosen={chosen}
          isPlanShown={isPlanShown}
          onChoose={focusNextHeading}
        />
        {children}
      </div>
      {chosen !== undefined && (
        <section
          ref={pane}
          aria-label={t("Chosen claim")}
          className={`min-w-0 scroll-mt-14 max-xl:pb-40 ${named ? "" : "hidden lg:block"}`}
        >
          <Toolbar
            place={claims.findIndex(({ id }) => id === chosen)}
            count={claims.length}
            kept={kept}
            onMove={move}
            onBack={() => onChoose(undefined)}
          />
          <ChosenClaim
            key={chosen}
            claimId={chosen}
            headingRef={headingRef}
            isPlanShown={isPlanShown}
            onDone={() => {
              const next = claimBeside(claims, chosen, 1);
              if (!next) toast(t("That was the last of these claims."));
              goTo(next);
            }}
          />
        </section>
      )}
    </div>
  );
}

interface ToolbarProps {
  readonly place: number;
  readonly count: number;
  /** Those that were not withdrawn; they come first. */
  readonly kept: number;
  readonly onMove: (distance: 1 | -1) => void;
  readonly onBack: () => void;
}

function Toolbar({ place, count, kept, onMove, onBack }: ToolbarProps) {
  return (
    <nav aria-label={t("Claims")} className="mb-3 flex flex-wrap items-center gap-2">
      <Button kind="quiet" onClick={onBack} className="-ml-2 lg:hidden">
        {t("All claims")}
      </Button>
      <Legend />
      <span className="ml-auto text-soft text-sm tabular-nums">
        {place >= 0 &&
          (place < kept
            ? t("{place} of {total}", { place: place + 1, total: kept })
            : t("withdrawn"))}
      </span>
      <Button onClick={() => onMove(-1)} disabled={place === 0} aria-keyshortcuts="k">
        {t("Previous")}
      </Button>
      <Button
        onClick={() => onMove(1)}
        disabled={place >= 0 && place === count - 1}
        aria-keyshortcuts="j"
      >
        {t("Next")}
      </Button>
    </nav>
  );
}

const KEYS = [
  ["a", t("agree")],
  ["d", t("disagree")],
  ["u", t("not sure")],
  ["o", t("open source")],
  ["j", t("next")],
  ["k", t("previous")],
] as const;

function Legend() {
  return (
    <dl
      aria-label={t("Keys")}
      className="hidden flex-wrap gap-x-3 gap-y-1 text-soft text-sm lg:flex"
    >
      {KEYS.map(([keys, action]) => (
        <div key={keys} className="flex items-center gap-1">
          <dt>
            <KeyHint keys={keys} />
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChosenClaimProps {
  readonly claimId: string;
  readonly headingRef: (heading: HTMLHeadingElement | null) => void;
  readonly isPlanShown: boolean;
  readonly onDone: () => void;
}

function ChosenClaim({ claimId, ...rest }: ChosenClaimProps) {
  const query = useQuery(api.claims.detail.queryOptions({ claimId }));
  if (query.error && !query.data && isUnknownId(query.error)) {
    return <UnknownId what={t("claim")} back={null} />;
  }
  return (
    <QueryView query={query} what={t("the claim")} lines={8}>
      {(claim) => <ClaimView key={claim.digest} claim={claim} {...rest} />}
    </QueryView>
  );
}

/** The next claim is there before it is asked for. */
function usePreloaded(claimId: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (claimId !== undefined)
      void queries.prefetchQuery(api.claims.detail.queryOptions({ claimId }));
  }, [queries, claimId]);
}

/** Scrolls to the pane where it takes the place of the list, or began above the window. */
function useInView(pane: RefObject<HTMLElement | null>, named: string | undefined): void {
  useEffect(() => {
    if (named === undefined || !pane.current) return;
    const isNarrow = !window.matchMedia("(width >= 64rem)").matches;
    const isAbove = pane.current.getBoundingClientRect().top < 0;
    if (isNarrow || isAbove) pane.current.scrollIntoView({ block: "start" });
  }, [pane, named]);
}

/** Focuses the statement of a newly chosen claim: it is read out, and Tab continues from there. */
function useHeadingFocus() {
  const isWanted = useRef(false);
  const headingRef = useCallback((heading: HTMLHeadingElement | null) => {
    if (!heading || !isWanted.current) return;
    isWanted.current = false;
    heading.focus({ preventScroll: true });
  }, []);
  const focusNextHeading = () => {
    isWanted.current = true;
  };
  return { headingRef, focusNextHeading };
}
