/** Distance of the assumed reading position from the top of the window. */
const READING_PX = 120;

interface Position {
  readonly windowHeight: number;
  readonly pageHeight: number;
  readonly scrolled: number;
}

/** Which of the headings, given where they stand in the window, the reader is below; the first before any was passed. */
export function currentSection(tops: readonly number[], position: Position): number | undefined {
  if (tops.length === 0) return undefined;
  const line = readingLine(position);
  const passed = tops.findLastIndex((top) => top < line);
  return Math.max(0, passed);
}

/** Moves down over the last screen, or the last headings would never become current; not in pages that fit the window. */
function readingLine({ windowHeight, pageHeight, scrolled }: Position): number {
  const scrollable = pageHeight - windowHeight;
  if (scrollable <= 0) return READING_PX;
  const left = Math.max(0, scrollable - scrolled);
  const lastScreen = Math.min(windowHeight, scrollable);
  const share = Math.max(0, 1 - left / lastScreen);
  return READING_PX + share * (windowHeight - READING_PX);
}
