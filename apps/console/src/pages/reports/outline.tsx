import { useEffect, useState } from "react";
import type { Report } from "./report.ts";

type Entry = Report["outline"][number];

const DEEPEST = 3;
const FEWEST = 2;
const INDENTS = ["", "pl-3", "pl-6"];
/** What stands this far from the top of the window is being read. */
const READING_PX = 120;

/** The headings of a report, where the window has room for them beside the text. */
export function Outline({ entries }: { entries: readonly Entry[] }) {
  const shown = entries.filter(({ level, text }) => level <= DEEPEST && text !== "");
  const current = useCurrentSection(shown);
  if (shown.length < FEWEST) return null;
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

/** Over the last screen it moves down to the end, or the last headings would never be reached. */
function readingLine(): number {
  const { innerHeight: height, scrollY } = window;
  const left = document.documentElement.scrollHeight - height - scrollY;
  return READING_PX + Math.max(0, 1 - left / height) * (height - READING_PX);
}
