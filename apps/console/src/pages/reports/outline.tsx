import { useEffect, useRef, useState } from "react";
import { t } from "../../language/messages.ts";
import { currentSection } from "./current-section.ts";
import type { Report } from "./report.ts";

type Entry = Report["outline"][number];

const MAX_LEVEL = 3;
const MIN_ENTRIES = 2;
const INDENTS = ["", "ps-3", "ps-6"];

/** The headings of a report; hidden in narrow windows. */
export function Outline({ entries }: { entries: readonly Entry[] }) {
  const shown = entries.filter(({ level, text }) => level <= MAX_LEVEL && text !== "");
  const current = useCurrentSection(shown);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (current !== undefined) keepInView(list.current);
  }, [current]);
  if (shown.length < MIN_ENTRIES) return null;
  return (
    <nav aria-label={t("Contents")} className="hidden min-h-0 text-sm lg:flex lg:flex-col">
      <p className="mb-1 font-semibold">{t("Contents")}</p>
      <ul ref={list} className="overflow-y-auto border-line border-s">
        {shown.map(({ anchor, level, text }) => (
          <li key={anchor} className={INDENTS[level - 1]}>
            <a
              href={`#${anchor}`}
              aria-current={anchor === current ? "location" : undefined}
              className="block break-words border-transparent border-s-2 py-1 ps-3 text-soft hover:text-text aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text"
            >
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useCurrentSection(entries: readonly Entry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const anchors = entries.map(({ anchor }) => anchor).join(" ");
  useEffect(() => {
    const headings = anchors.split(" ").flatMap((anchor) => document.getElementById(anchor) ?? []);
    const look = () => {
      const index = currentSection(
        headings.map((heading) => heading.getBoundingClientRect().top),
        {
          windowHeight: window.innerHeight,
          pageHeight: document.documentElement.scrollHeight,
          scrolled: window.scrollY,
        },
      );
      setCurrent(index === undefined ? undefined : headings[index]?.id);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [anchors]);
  return current;
}

/** Scrolls the list alone; `scrollIntoView` may scroll the page too. */
function keepInView(list: HTMLElement | null): void {
  const link = list?.querySelector<HTMLElement>("[aria-current]");
  if (!list || !link) return;
  const [frame, box] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (box.top >= frame.top && box.bottom <= frame.bottom) return;
  list.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
}
