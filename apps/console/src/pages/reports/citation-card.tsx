import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { t } from "../../language/messages.ts";
import { webLink } from "../../url/web-link.ts";
import { STATUS_LOOKS } from "../claims/claim-words.ts";
import type { Report, ReportSource } from "./report.ts";
import { CITATION, numberOf } from "./use-citations.ts";

const OPEN_MS = 150;
const CLOSE_MS = 250;
const GAP_PX = 8;
const CARD_ID = "citation-card";
const MAX_CLAIMS = 3;
const MAX_QUOTE = 320;

interface CitationCardProps {
  readonly report: Report;
  readonly body: RefObject<HTMLElement | null>;
  /** The source in the pane, which needs no card. */
  readonly chosen: number | null;
}

/** The source of the citation under the pointer or the focus. Touch has the pane alone. */
export function CitationCard({ report, body, chosen }: CitationCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const { link, close } = useHoveredCitation(body, card);
  const number = link ? numberOf(link) : null;
  const source = report.sources.find((each) => each.number === number);
  const isShown = link !== null && source !== undefined && number !== chosen;

  useLayoutEffect(() => {
    if (!isShown || !card.current || !link) return;
    const follow = () => card.current && place(card.current, link);
    follow();
    link.setAttribute("aria-describedby", CARD_ID);
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      link.removeAttribute("aria-describedby");
      window.removeEventListener("scroll", follow);
    };
  }, [isShown, link]);
  useEffect(() => {
    if (!isShown) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      close();
    };
    // Before the shortcuts of the page, where Escape closes the pane.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, [isShown, close]);

  if (!isShown) return null;
  return (
    <div
      ref={card}
      id={CARD_ID}
      role="tooltip"
      className="fixed top-0 left-0 z-30 w-[min(24rem,calc(100vw-1rem))] rounded-lg border border-line bg-raised px-4 py-3 text-sm shadow-xl print:hidden"
    >
      <Facts source={source} />
      <Claims claims={report.claims.filter(({ sources }) => sources.includes(source.number))} />
    </div>
  );
}

function Facts({ source }: { source: ReportSource }) {
  const { number, title, author, publishedAt, quotes } = source;
  const link = webLink(source.url);
  const facts = [link && new URL(link).host, author, publishedAt].filter(Boolean);
  const [quote] = quotes;
  return (
    <div dir="auto" className="break-words">
      <p className="font-semibold">
        <span className="text-soft">[{number}]</span> {title}
      </p>
      {facts.length > 0 && <p className="text-soft">{facts.join(" · ")}</p>}
      {quote && (
        <blockquote className="mt-2 whitespace-pre-line border-accent border-s-2 ps-3 text-base">
          {quote.length > MAX_QUOTE ? `${quote.slice(0, MAX_QUOTE).trimEnd()} […]` : quote}
        </blockquote>
      )}
    </div>
  );
}

function Claims({ claims }: { claims: Report["claims"] }) {
  if (claims.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 border-line border-t pt-2" aria-label={t("Claims")}>
      {claims.slice(0, MAX_CLAIMS).map(({ id, statement, status }) => {
        const { icon, word, color } = STATUS_LOOKS[status];
        return (
          <li key={id} className="flex gap-2">
            <Icon name={icon} className={`mt-0.5 ${color}`} />
            <p dir="auto" className="min-w-0 break-words">
              <span className={`font-medium ${color}`}>{word}</span> · {statement}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** The citation that the pointer rests on or that has the focus; the card may be entered with the pointer. */
function useHoveredCitation(
  body: RefObject<HTMLElement | null>,
  card: RefObject<HTMLElement | null>,
) {
  const [link, setLink] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = useRef((next: HTMLElement | null, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setLink(next), ms);
  });
  const close = useRef(() => {
    clearTimeout(timer.current);
    setLink(null);
  });
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") return;
      const hovered = citationAt(target);
      if (hovered) later.current(hovered, OPEN_MS);
      else if (card.current?.contains(target as Node)) clearTimeout(timer.current);
      else later.current(null, CLOSE_MS);
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      const focused = citationAt(target);
      if (focused?.matches(":focus-visible")) later.current(focused, 0);
    };
    const onFocusOut = () => close.current();
    document.addEventListener("pointerover", onPointerOver);
    element.addEventListener("focusin", onFocusIn);
    element.addEventListener("focusout", onFocusOut);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("pointerover", onPointerOver);
      element.removeEventListener("focusin", onFocusIn);
      element.removeEventListener("focusout", onFocusOut);
    };
  }, [body, card]);
  return { link, close: close.current };
}

function citationAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element
    ? target.closest<HTMLElement>(`.document-view ${CITATION}`)
    : null;
}

/** Below the citation, or above it where there is no room. */
function place(card: HTMLElement, link: HTMLElement): void {
  const { left, top, bottom } = link.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const x = Math.max(GAP_PX, Math.min(left - GAP_PX, window.innerWidth - width - GAP_PX));
  const fitsBelow = bottom + GAP_PX + height <= window.innerHeight;
  const y = fitsBelow ? bottom + GAP_PX : Math.max(GAP_PX, top - GAP_PX - height);
  card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}
