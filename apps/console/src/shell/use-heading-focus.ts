import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** A page that loads its data may replace its heading within this time. */
const FOLLOWED_MS = 3_000;

/** Moves the focus to the heading of the next page, where screen readers and the Tab key then start. */
export function useHeadingFocus(): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isFirst = before.current === undefined;
    const isSame = before.current === pathname;
    before.current = pathname;
    if (isFirst || isSame) return;
    return followHeading();
  }, [pathname]);
}

function followHeading(): () => void {
  const page = document.getElementById("page");
  const focusHeading = () => {
    const { activeElement } = document;
    // Pages such as the inbox place the focus themselves; a dialog keeps it.
    const isPlaced = page?.contains(activeElement) && activeElement !== page;
    if (isPlaced || activeElement?.closest("[role=dialog]")) return;
    page?.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(focusHeading);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of INPUTS) document.removeEventListener(type, stop, true);
  };
  const timer = setTimeout(stop, FOLLOWED_MS);
  for (const type of INPUTS) document.addEventListener(type, stop, true);
  if (page) observer.observe(page, { childList: true, subtree: true });
  focusHeading();
  return stop;
}

/** After any of these the focus is where the person wants it. */
const INPUTS = ["keydown", "pointerdown"] as const;
