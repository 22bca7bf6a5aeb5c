import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { useShortcuts } from "../../components/use-shortcuts.ts";

export const CITATION = 'a[href^="#source-"]';

export interface Citations {
  /** The element around the text of the report. */
  readonly body: RefObject<HTMLDivElement | null>;
  readonly pane: RefObject<HTMLElement | null>;
  onClick(event: MouseEvent): void;
  /** Goes to the next or previous citation from the current position. */
  move(distance: 1 | -1): void;
  close(): void;
}

interface UseCitationsOptions {
  readonly chosen: number | null;
  readonly onChoose: (number: number | null) => void;
}

/**
 * Citations open their source in a pane beside the text. Activating the same one again moves the
 * focus into the pane, for keyboard users.
 */
export function useCitations({ chosen, onChoose }: UseCitationsOptions): Citations {
  const body = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const opening = useRef<HTMLElement | null>(null);

  useEffect(() => {
    for (const link of citationsIn(body.current)) {
      if (numberOf(link) === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    // In narrow windows the pane would cover it.
    opening.current?.scrollIntoView({ block: "nearest" });
    opening.current = null;
  }, [chosen]);

  const open = (link: HTMLElement) => {
    last.current = link;
    opening.current = link;
    link.scrollIntoView({ block: "nearest" });
    // Users of the pane's buttons keep the focus there.
    if (!pane.current?.contains(document.activeElement)) link.focus({ preventScroll: true });
    onChoose(numberOf(link));
  };
  const move = (distance: 1 | -1) => {
    const links = citationsIn(body.current);
    const link = links[startIndex(links, last.current, distance) + distance];
    if (link) open(link);
  };
  const close = () => {
    if (pane.current?.contains(document.activeElement)) {
      last.current?.focus({ preventScroll: true });
    }
    onChoose(null);
  };
  useShortcuts({
    "]": () => move(1),
    "[": () => move(-1),
    ...(chosen === null ? {} : { Escape: close }),
  });

  return {
    body,
    pane,
    move,
    close,
    onClick(event) {
      const link = (event.target as HTMLElement).closest<HTMLElement>(CITATION);
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (numberOf(link) === chosen && last.current === link) pane.current?.focus();
      else open(link);
    },
  };
}

function citationsIn(body: HTMLElement | null): HTMLElement[] {
  return [...(body?.querySelectorAll<HTMLElement>(CITATION) ?? [])];
}

export function numberOf(link: HTMLElement): number {
  return Number(link.getAttribute("href")?.slice("#source-".length));
}

/** The citation to move from: the last one while visible, else the position on the screen. */
function startIndex(
  links: readonly HTMLElement[],
  last: HTMLElement | null,
  distance: 1 | -1,
): number {
  if (last && isOnScreen(last)) return links.indexOf(last);
  const firstBelow = links.findIndex((link) => link.getBoundingClientRect().top >= 0);
  const below = firstBelow < 0 ? links.length : firstBelow;
  return distance > 0 ? below - 1 : below;
}

function isOnScreen(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
