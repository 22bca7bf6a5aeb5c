import { type StructuredPatchHunk, structuredPatch } from "diff";
import { maskLines } from "./mask-lines.ts";

/** Beyond this many added and removed lines the comparison would take too long. */
const MAX_EDITS = 2_000;
const MAX_LINE_LENGTH = 400;
/** Replaced lines that are longer than this together are cut down to their difference. */
const LONG_PAIR = 160;

interface DiffLine {
  readonly mark: " " | "-" | "+";
  /** Index of an added line in the new text, of any other line in the old one. */
  readonly index: number;
}

/** A unified diff for people: secrets masked, long lines cut to their difference. */
export function unifiedDiff(file: string, before: string | null, after: string | null): string {
  const [oldLines, newLines] = [splitLines(before), splitLines(after)];
  const [oldName, newName] = [before, after].map((text) => (text === null ? "/dev/null" : file));
  const patch = structuredPatch(
    file,
    file,
    joinLines(oldLines),
    joinLines(newLines),
    undefined,
    undefined,
    { context: 3, maxEditLength: MAX_EDITS },
  );
  if (!patch) return `The change in ${file} is too large to be shown.`;
  const hunks = patch.hunks.flatMap((hunk) => [
    hunkHeader(hunk),
    ...printLines(locateLines(hunk), oldLines, newLines),
  ]);
  return [`--- ${oldName}`, `+++ ${newName}`, ...hunks].join("\n");
}

function splitLines(text: string | null): string[] {
  if (!text) return [];
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}

/** Every line ends with a newline, so that a missing last one is not shown as a change. */
function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function hunkHeader({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk): string {
  const range = (start: number, size: number) => `${size > 0 ? start : start - 1},${size}`;
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`;
}

function locateLines({ oldStart, newStart, lines }: StructuredPatchHunk): DiffLine[] {
  let oldIndex = oldStart - 1;
  let newIndex = newStart - 1;
  return lines.map((line) => {
    const mark = line.startsWith("+") ? "+" : line.startsWith("-") ? "-" : " ";
    const index = mark === "+" ? newIndex : oldIndex;
    if (mark !== "-") newIndex += 1;
    if (mark !== "+") oldIndex += 1;
    return { mark, index };
  });
}

/** Masks a replaced line before cutting it: a cut could separate a secret from the name that gives it away. */
function printLines(
  lines: readonly DiffLine[],
  oldLines: readonly string[],
  newLines: readonly string[],
): string[] {
  const counterparts = new Map(lines.map((line, position) => [line, counterpart(lines, position)]));
  const mask = (texts: readonly string[], mark: "-" | "+") => {
    const replaced = lines.filter((line) => line.mark === mark && counterparts.get(line));
    const whole = new Set(replaced.map(({ index }) => index));
    return maskLines(texts.map((text, index) => (whole.has(index) ? text : shorten(text))));
  };
  const [oldMasked, newMasked] = [mask(oldLines, "-"), mask(newLines, "+")];
  const textOf = ({ mark, index }: DiffLine) => (mark === "+" ? newMasked : oldMasked)[index] ?? "";

  return lines.map((line) => {
    const other = counterparts.get(line);
    const isLong = other !== undefined && textOf(line).length + textOf(other).length > LONG_PAIR;
    return line.mark + shorten(isLong ? difference(textOf(line), textOf(other)) : textOf(line));
  });
}

/** The other line of a pair, where exactly one line was replaced by one. */
function counterpart(lines: readonly DiffLine[], position: number): DiffLine | undefined {
  const isSecond = lines[position]?.mark === "+";
  const first = isSecond ? position - 1 : position;
  const marks = [-1, 0, 1, 2].map((step) => lines[first + step]?.mark ?? " ").join("");
  return marks === " -+ " ? lines[isSecond ? first : first + 1] : undefined;
}

function difference(text: string, other: string): string {
  const shorter = Math.min(text.length, other.length);
  let head = 0;
  while (head < shorter && text[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && text.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return `…${text.slice(head, text.length - tail)}…`;
}

function shorten(text: string): string {
  const rest = text.length - MAX_LINE_LENGTH;
  return rest > 0 ? `${text.slice(0, MAX_LINE_LENGTH)}… (${rest} more characters)` : text;
}
