import { type Inline, plainText, wordsOf } from "../blocks.ts";

/** A statement and what explains it. */
export interface Statement {
  readonly sentence: readonly Inline[];
  readonly rest: readonly Inline[];
}

const MAX_SENTENCE_CHARACTERS = 240;

/** The statement a text begins with: the bold words, else the first sentence. Nothing is lost. */
export function splitStatement(inlines: readonly Inline[]): Statement {
  const bold = boldOpening(inlines);
  return bold ?? firstSentence(inlines);
}

function boldOpening(inlines: readonly Inline[]): Statement | null {
  const end = inlines.findIndex((inline) => inline.kind !== "text" || !inline.bold);
  const opening = end < 0 ? inlines : inlines.slice(0, end);
  const words = wordsOf(opening).trim();
  // A single bold word is a label, not a statement.
  if (
    words.split(/\s+/).length < 3 &&
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u.test(words)
  ) {
    return null;
  }
  const sentence = opening.map((inline) => {
    if (inline.kind !== "text") return inline;
    const { bold: _, ...plain } = inline;
    return plain;
  });
  return { sentence: trimEnds(sentence), rest: withoutOpening(inlines.slice(opening.length)) };
}

/** The colon or dash that leads from the bold words to the rest is not needed any more. */
function withoutOpening(inlines: readonly Inline[]): readonly Inline[] {
  const [first, ...others] = inlines;
  if (first?.kind !== "text") return inlines;
  const text = first.text.replace(/^\s*[:.：。—–-]?\s+|^[:：]/u, "");
  return text === "" ? others : [{ ...first, text }, ...others];
}

function firstSentence(inlines: readonly Inline[]): Statement {
  const text = plainText(inlines);
  const segments = new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(
    text.slice(0, 2_000),
  );
  const [first] = segments;
  // A segment that ends with an abbreviation is joined to the next one.
  let length = first?.segment.length ?? text.length;
  for (const { index, segment } of segments) {
    if (index > 0 && index <= length && ABBREVIATED.test(text.slice(0, index))) {
      length = index + segment.length;
    }
  }
  if (length >= text.trimEnd().length || length > MAX_SENTENCE_CHARACTERS) {
    return { sentence: trimEnds(inlines), rest: [] };
  }
  const { before, after } = splitAt(inlines, length);
  // Citations behind the full stop belong to the sentence.
  const own = after.findIndex((inline) => inline.kind === "text" || inline.kind === "break");
  const cited = own < 0 ? after : after.slice(0, own);
  return {
    sentence: trimEnds([...before, ...cited]),
    rest: trimStart(after.slice(cited.length)),
  };
}

const ABBREVIATED =
  /(?:^|[\s(])(?:\p{L}|[eE]\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a|ca|bzw|vs|approx|No|Nr|Dr|St|Mr|Ms|cf|fig|Abb|etc)\.\s*$/u;

function splitAt(
  inlines: readonly Inline[],
  length: number,
): { readonly before: Inline[]; readonly after: Inline[] } {
  const before: Inline[] = [];
  const after: Inline[] = [];
  let position = 0;
  for (const inline of inlines) {
    const size = plainText([inline]).length;
    const room = length - position;
    position += size;
    if (room <= 0) after.push(inline);
    else if (size <= room || inline.kind !== "text") before.push(inline);
    else {
      before.push({ ...inline, text: inline.text.slice(0, room) });
      after.push({ ...inline, text: inline.text.slice(room) });
    }
  }
  return { before, after };
}

function trimStart(inlines: readonly Inline[]): Inline[] {
  const [first, ...others] = inlines;
  if (first?.kind === "break") return trimStart(others);
  if (first?.kind !== "text") return [...inlines];
  const text = first.text.trimStart();
  return text === "" ? trimStart(others) : [{ ...first, text }, ...others];
}

function trimEnds(inlines: readonly Inline[]): Inline[] {
  const list = trimStart(inlines);
  const last = list.at(-1);
  if (last?.kind !== "text") return list;
  const text = last.text.trimEnd();
  return text === "" ? trimEnds(list.slice(0, -1)) : [...list.slice(0, -1), { ...last, text }];
}
