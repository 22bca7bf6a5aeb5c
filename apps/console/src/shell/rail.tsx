import { Link, useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { useInboxCount } from "../api/inbox-count.ts";
import { Icon } from "../components/icon.tsx";
import { setWaitingCount } from "../components/window-title.ts";
import { PAGES } from "./pages.ts";

/** The navigation: at the side, or at the top of narrow windows. */
export function Rail({ onHelp }: { onHelp: () => void }) {
  const nav = useRef<HTMLElement>(null);
  useActiveInView(nav);
  return (
    <div className="flex items-center gap-1 border-line border-b bg-card px-3 py-2 md:sticky md:top-0 md:h-screen md:flex-col md:items-stretch md:border-r md:border-b-0 md:py-4">
      <p className="flex items-center gap-2 px-1 font-semibold tracking-tight md:mb-4 md:px-2">
        <img src="/favicon.svg" alt="" className="size-5 shrink-0" />
        <span className="sr-only sm:not-sr-only">Trovella</span>
      </p>
      <nav
        ref={nav}
        aria-label="Pages"
        className="relative flex min-w-0 gap-0.5 overflow-x-auto overscroll-x-contain p-1 md:flex-col md:overflow-visible md:p-0"
      >
        {PAGES.map(({ to, label, icon, keys }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === "/", includeSearch: false }}
            aria-keyshortcuts={keys}
            title={`Press ${keys}`}
            className="flex shrink-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-soft hover:bg-hover hover:text-text data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-text"
          >
            <Icon name={icon} />
            {label}
            {to === "/inbox" && <InboxCount />}
          </Link>
        ))}
      </nav>
      <button
        type="button"
        onClick={onHelp}
        aria-keyshortcuts="?"
        className="mt-auto hidden rounded-md px-2 py-1.5 text-left text-soft text-sm hover:bg-hover hover:text-text md:block"
      >
        Keyboard shortcuts
      </button>
    </div>
  );
}

function InboxCount() {
  const count = useInboxCount();
  useEffect(() => setWaitingCount(count), [count]);
  if (count === 0) return null;
  return (
    <span className="ml-auto min-w-5 rounded-full bg-accent px-1.5 text-center font-medium text-on-accent text-xs leading-5 tabular-nums">
      {count}
      <span className="sr-only"> {count === 1 ? "item needs you" : "items need you"}</span>
    </span>
  );
}

/** Scrolls the active entry into view where the navigation scrolls sideways. */
function useActiveInView(nav: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const active = nav.current?.querySelector<HTMLElement>(`[data-status="active"]`);
    if (!pathname || !nav.current || !active) return;
    // `scrollIntoView` would scroll the page as well.
    nav.current.scrollLeft = active.offsetLeft - (nav.current.clientWidth - active.offsetWidth) / 2;
  }, [nav, pathname]);
}
