import { useEffect, useState } from "react";
import type { Report } from "./report.ts";

type Entry = Report["outline"][number];

const MAX_LEVEL = 3;
const MIN_ENTRIES = 2;
const INDENTS = ["", "pl-3", "pl-6"];
/** Distance of the assumed reading position from the top of the window. */
const READING_PX = 120;

/** The headings of a report; hidden in narrow windows. */
export function Outline({ entries }: { entries: readonly Entry[] }) {
  const shown = entries.filter(({ level, text }) => level <= MAX_LEVEL && text !== "");
  const current = useCurrentSection(shown);
  if (shown.length < MIN_ENTRIES) return null;
  return (
    <nav aria-label="Contents" className="hidden text-sm lg:block">
      <p className="mb-1 font-semibold">Contents</p>
      <ul className="border-line border-l">
        {shown.map(({ anchor, level, text }) => (
          <li key={anchor} className={INDENTS[level - 1]}>
            <a
              href={`#${anchor}`}
              aria-current={anchor === current ? "location" : undefined}
              className="-ml-px block break-words border-transparent border-l-2 py-1 pl-3 text-soft hover:text-text aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text"
            >
              {text}
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
      const line = readingLine();
      const passed = headings.findLast((heading) => heading.getBoundingClientRect().top < line);
      setCurrent(passed?.id);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [anchors]);
  return current;
}

/** Moves down over the last screen, or the last headings would never become current. */
function readingLine(): number {
  const { innerHeight: height, scrollY } = window;
  const left = document.documentElement.scrollHeight - height - scrollY;
  return READING_PX + Math.max(0, 1 - left / height) * (height - READING_PX);
}
