import type { Inline } from "../../blocks.ts";
import { diffSequences, type Run } from "../../comparison/diff-sequences.ts";
import { wordsIn } from "../../comparison/words-in.ts";

const MAX_EDITS = 300;
/** What changed in more of its words cannot be read as a patchwork. */
const MAX_CHANGED_SHARE = 0.5;
const WORD = /[\p{L}\p{N}]/u;

/** What two pieces of text have in common, and what only one of them has, each with its formatting. */
export function compareInlines(before: readonly Inline[], after: readonly Inline[]): Run<Inline>[] {
  const [left, right] = [before.flatMap(tokensOf), after.flatMap(tokensOf)];
  const runs = diffSequences(left, right, { keyOf, maxEdits: MAX_EDITS });
  const isPatchwork = changedShare(runs, left.length + right.length) > MAX_CHANGED_SHARE;
  const chosen = isPatchwork ? [{ isSame: false, before: left, after: right }] : withSpaces(runs);
  return chosen.map((run) => ({ ...run, before: joined(run.before), after: joined(run.after) }));
}

/** Words, citations and breaks. */
function tokensOf(inline: Inline): Inline[] {
  if (inline.kind !== "text") return [inline];
  return wordsIn(inline.text).map((text) => ({ ...inline, text }));
}

/** Formatting alone is no change. */
function keyOf(inline: Inline): string {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "citation":
      return `\u0000${inline.number}`;
    case "claim":
      return `\u0000${inline.isDoubtful}`;
    case "break":
      return "\n";
  }
}

function changedShare(runs: readonly Run<Inline>[], tokens: number): number {
  const isWord = (inline: Inline) => inline.kind === "text" && WORD.test(inline.text);
  const countOf = (wanted: readonly Run<Inline>[]) =>
    wanted.reduce((sum, run) => sum + [...run.before, ...run.after].filter(isWord).length, 0);
  if (tokens === 0) return 0;
  return countOf(runs.filter(({ isSame }) => !isSame)) / Math.max(1, countOf(runs));
}

/** A single space between two changes belongs to them: "[old old]" reads better than "[old] [old]". */
function withSpaces(runs: readonly Run<Inline>[]): Run<Inline>[] {
  const all: { isSame: boolean; before: Inline[]; after: Inline[] }[] = [];
  for (const [index, run] of runs.entries()) {
    const isBetween = index > 0 && index < runs.length - 1 && run.before.every(isSpace);
    const isSame = run.isSame && !isBetween;
    const last = all.at(-1);
    if (last && last.isSame === isSame) {
      last.before.push(...run.before);
      last.after.push(...run.after);
    } else all.push({ isSame, before: [...run.before], after: [...run.after] });
  }
  return all;
}

function isSpace(inline: Inline): boolean {
  return inline.kind === "text" && inline.text.trim() === "";
}

/** Neighbours of the same formatting as one. */
function joined(inlines: readonly Inline[]): Inline[] {
  const all: Inline[] = [];
  for (const inline of inlines) {
    const last = all.at(-1);
    if (last?.kind === "text" && inline.kind === "text" && isLookedAlike(last, inline)) {
      all[all.length - 1] = { ...last, text: last.text + inline.text };
    } else all.push(inline);
  }
  return all;
}

type Text = Extract<Inline, { kind: "text" }>;

function isLookedAlike({ text: _, ...one }: Text, { text: __, ...other }: Text): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
