import { diffSequences } from "./diff-sequences.ts";
import { pairBlocks } from "./pair-blocks.ts";
import type { TextBlock } from "./text-blocks.ts";
import { wordsIn } from "./words-in.ts";

/** A piece of a block's text; marked pieces are not in the other version. */
export interface Span {
  readonly text: string;
  readonly isMarked?: true;
}

/** One block of either version or of both, in reading order. */
export type ComparedBlock = Pick<TextBlock, "kind" | "level"> &
  (
    | { readonly change: "none" | "added" | "removed"; readonly text: string }
    | {
        readonly change: "changed";
        readonly before: readonly Span[];
        readonly after: readonly Span[];
      }
  );

const MAX_BLOCK_EDITS = 2_000;
const MAX_WORD_EDITS = 300;

/** Compares the blocks of two versions, and the words of blocks that were changed. */
export function compareBlocks(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
): ComparedBlock[] {
  const runs = diffSequences(before, after, { keyOf: blockKey, maxEdits: MAX_BLOCK_EDITS });
  return runs.flatMap((run) =>
    run.isSame
      ? run.after.map((block) => ({ ...block, change: "none" as const }))
      : pairBlocks(run.before, run.after).flatMap(comparedPair),
  );
}

function comparedPair({
  before,
  after,
}: {
  readonly before: TextBlock | null;
  readonly after: TextBlock | null;
}): ComparedBlock[] {
  if (!before || !after) {
    const block = after ?? before;
    return block ? [{ ...block, change: after ? "added" : "removed" }] : [];
  }
  const { kind, level } = after;
  return [{ kind, level, change: "changed", ...compareWords(before.text, after.text) }];
}

export function compareWords(before: string, after: string): { before: Span[]; after: Span[] } {
  const runs = diffSequences(wordsIn(before), wordsIn(after), {
    keyOf: (word) => word,
    maxEdits: MAX_WORD_EDITS,
  });
  // A single space between two changes belongs to them: "[old old]" reads better than "[old] [old]".
  const marked = runs.map((run, index) => ({
    ...run,
    isSame:
      run.isSame &&
      !(index > 0 && index < runs.length - 1 && run.before.join("").trim().length === 0),
  }));
  return {
    before: joined(marked.map((run) => spanOf(run.before, run.isSame))),
    after: joined(marked.map((run) => spanOf(run.after, run.isSame))),
  };
}

function spanOf(words: readonly string[], isSame: boolean): Span {
  return isSame ? { text: words.join("") } : { text: words.join(""), isMarked: true };
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (span.text === "") continue;
    if (last && last.isMarked === span.isMarked) {
      all[all.length - 1] = { ...last, text: last.text + span.text };
    } else all.push(span);
  }
  return all;
}

function blockKey({ kind, level, text }: TextBlock): string {
  return `${kind} ${level} ${text}`;
}
