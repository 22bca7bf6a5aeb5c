export interface PackLine {
  readonly text: string;
  /** The order in which the kept lines are shown. */
  readonly place: number;
  /** Heavier lines are kept first. */
  readonly weight: number;
}

export interface PackSection {
  readonly heading: string;
  /** Names what was left out. */
  readonly noun: string;
  /** The room that the section has for itself; it may get more if others need less. */
  readonly share: number;
  readonly lines: readonly PackLine[];
}

interface Room {
  readonly room: number;
  sizeOf(text: string): number;
}

/** A line break, as JSON writes it. */
const LINE_BREAK = 2;
/** For the heading and the note of what was left out. */
const FRAME = 110;

/**
 * The opening and as many whole lines of every section as have room. Each section first fills its own share, heaviest lines
 * first; what is left then goes to the sections in their order.
 */
export function fillSections(
  opening: string,
  sections: readonly PackSection[],
  { room, sizeOf }: Room,
): string {
  const filled = sections
    .filter(({ lines }) => lines.length > 0)
    .map((section) => ({
      ...section,
      lines: section.lines.toSorted(
        (one, other) => other.weight - one.weight || one.place - other.place,
      ),
      kept: 0,
      size: 0,
    }));
  let left = room - sizeOf(opening) - FRAME * filled.length;
  const fill = (section: (typeof filled)[number], limit: number) => {
    for (;;) {
      const line = section.lines[section.kept];
      const size = line && sizeOf(line.text) + LINE_BREAK;
      if (!size || size > left || section.size + size > limit) return;
      section.kept += 1;
      section.size += size;
      left -= size;
    }
  };
  for (const section of filled) fill(section, section.share);
  for (const section of filled) fill(section, Number.POSITIVE_INFINITY);
  return [opening, ...filled.flatMap(sectionLines)].join("\n");
}

function sectionLines({
  heading,
  noun,
  lines,
  kept,
}: PackSection & { readonly kept: number }): string[] {
  const shown = lines.slice(0, kept).sort((one, other) => one.place - other.place);
  const leftOut = lines.length - kept;
  const note = leftOut > 0 ? [`(${leftOut} more ${noun} left out)`] : [];
  return ["", heading, ...shown.map(({ text }) => text), ...note];
}
