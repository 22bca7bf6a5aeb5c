import { maskLines } from "./masking.ts";

const CONTEXT_LINES = 3;
const MAXIMUM_CELLS = 4_000_000;
const LONG_PAIR = 160;
const MAXIMUM_LINE = 400;

interface Line {
  readonly mark: " " | "-" | "+";
  /** Where it stands, counted from 0; of an added line in the new text, else in the old one. */
  readonly index: number;
}

/** A unified diff for people: secrets masked, long lines cut to what differs in them. */
export function unifiedDiff(file: string, before: string | null, after: string | null): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines = compare(old, now);
  if (!lines) return `The change in ${file} is too large to be shown.`;
  const shown = shownLines(lines, old, now);
  const hunks = hunksOf(lines).map(([start, end]) => {
    const part = lines.slice(start, end);
    return [headerOf(lines, start, part), ...shown.slice(start, end)].join("\n");
  });
  const [left, right] = [before === null ? "/dev/null" : file, after === null ? "/dev/null" : file];
  return [`--- ${left}`, `+++ ${right}`, ...hunks].join("\n");
}

function linesOf(text: string | null): string[] {
  if (!text) return [];
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** Every line of both texts in order; undefined when that would take too long. */
function compare(old: readonly string[], now: readonly string[]): Line[] | undefined {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;

  const middle = compareMiddle(
    old.slice(head, old.length - tail),
    now.slice(head, now.length - tail),
  );
  if (!middle) return undefined;
  return [
    ...range(0, head).map((index): Line => ({ mark: " ", index })),
    ...middle.map(({ mark, index }): Line => ({ mark, index: index + head })),
    ...range(old.length - tail, old.length).map((index): Line => ({ mark: " ", index })),
  ];
}

/** The longest common part, by the usual table. */
function compareMiddle(old: readonly string[], now: readonly string[]): Line[] | undefined {
  const width = now.length + 1;
  if ((old.length + 1) * width > MAXIMUM_CELLS) return undefined;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push({ mark: " ", index: row });
      row += 1;
      column += 1;
    } else if (
      row < old.length &&
      (column === now.length || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push({ mark: "-", index: row });
      row += 1;
    } else {
      lines.push({ mark: "+", index: column });
      column += 1;
    }
  }
  return lines;
}

/** Masks first and cuts then: a cut could take away what tells that a value is a secret. */
function shownLines(lines: readonly Line[], old: string[], now: string[]): string[] {
  const twins = new Map(lines.map((line, place) => [line, twinOf(lines, place)]));
  const isWhole = (mark: "-" | "+") => {
    const places = lines.filter((line) => line.mark === mark && twins.get(line));
    return new Set(places.map(({ index }) => index));
  };
  const prepare = (texts: string[], whole: ReadonlySet<number>) =>
    maskLines(texts.map((text, index) => (whole.has(index) ? text : shorten(text))));
  const [oldShown, nowShown] = [prepare(old, isWhole("-")), prepare(now, isWhole("+"))];
  const textOf = ({ mark, index }: Line) => (mark === "+" ? nowShown : oldShown)[index] ?? "";

  return lines.map((line) => {
    const twin = twins.get(line);
    const isLong = twin !== undefined && textOf(line).length + textOf(twin).length > LONG_PAIR;
    return line.mark + shorten(isLong ? whatDiffers(textOf(line), textOf(twin)) : textOf(line));
  });
}

/** The other one of a pair, where exactly one line was replaced by one. */
function twinOf(lines: readonly Line[], place: number): Line | undefined {
  const isSecond = lines[place]?.mark === "+";
  const first = isSecond ? place - 1 : place;
  const marks = [-1, 0, 1, 2].map((step) => lines[first + step]?.mark ?? " ").join("");
  return marks === " -+ " ? lines[isSecond ? first : first + 1] : undefined;
}

function whatDiffers(text: string, other: string): string {
  const most = Math.min(text.length, other.length);
  let head = 0;
  while (head < most && text[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && text.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return `…${text.slice(head, text.length - tail)}…`;
}

function shorten(text: string): string {
  const rest = text.length - MAXIMUM_LINE;
  return rest > 0 ? `${text.slice(0, MAXIMUM_LINE)}… (${rest} more characters)` : text;
}

/** From where to where changes reach with the lines around them. */
function hunksOf(lines: readonly Line[]): [start: number, end: number][] {
  const hunks: [number, number][] = [];
  for (const [index, { mark }] of lines.entries()) {
    if (mark === " ") continue;
    const last = hunks.at(-1);
    const end = Math.min(lines.length, index + CONTEXT_LINES + 1);
    if (last && index - CONTEXT_LINES <= last[1]) last[1] = end;
    else hunks.push([Math.max(0, index - CONTEXT_LINES), end]);
  }
  return hunks;
}

function headerOf(lines: readonly Line[], start: number, part: readonly Line[]): string {
  const count = (from: readonly Line[], mark: "-" | "+") =>
    from.filter((line) => line.mark === " " || line.mark === mark).length;
  const span = (mark: "-" | "+") => {
    const size = count(part, mark);
    return `${mark}${count(lines.slice(0, start), mark) + (size > 0 ? 1 : 0)},${size}`;
  };
  return `@@ ${span("-")} ${span("+")} @@`;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
