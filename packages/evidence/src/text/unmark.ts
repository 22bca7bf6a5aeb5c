import { decodeEntity } from "./entities.ts";

/** Text without markup, and where each of its characters stood in the original. */
export interface Unmarked {
  readonly text: string;
  originalStart(offset: number): number;
  originalEnd(offset: number): number;
}

const INLINE_TAGS =
  "a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr";
const BLOCK_TAGS =
  "address|article|aside|blockquote|body|br|caption|center|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|img|li|main|nav|ol|p|picture|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul";

/** Marks that stand between a reader and the words. Every repetition is bounded, so the cost is linear. */
const MARKS = new RegExp(
  // The first look at one character lets the engine skip everything else.
  `(?=[<>&\\-‐*\`~\\\\![\\]_\u00AD\u200B-\u200F\u2060\uFEFF\u202A-\u202E\u2066-\u2069])(?:${[
    "<!--[^]{0,2000}?-->",
    String.raw`<sup(?:\s[^<>]{0,200})?>\s{0,2}(?:<a(?:\s[^<>]{0,300})?>)?\s{0,2}\[?(?<note>\d{1,3})\]?\s{0,2}(?:</a>)?\s{0,2}</sup>`,
    String.raw`</?(?<tag>${INLINE_TAGS}|${BLOCK_TAGS})(?:\s[^<>]{0,400})?/?>`,
    String.raw`&(?<entity>#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8}\d{0,2});`,
    String.raw`[\u00AD\u200B-\u200F\u2060\uFEFF\u202A-\u202E\u2066-\u2069]+`,
    String.raw`(?<=\p{L})[-‐]\r?\n[ \t]{0,20}(?=\p{Ll})`,
    String.raw`(?<=(?:^|\n)[ \t>]{0,6})>(?=[ \t]{0,3}[^\d\s=])`,
    String.raw`\*{1,3}|\x60{1,3}|~~`,
    String.raw`\\(?=[*_\x60[\]()#~\\|])`,
    String.raw`!?\[(?=[^[\]\n]{1,300}\]\((?:https?:|[/#.]|mailto:))`,
    String.raw`\]\((?:https?:|[/#.]|mailto:)[^()\s]{0,800}\)`,
    String.raw`(?<![\p{L}\p{N}_])_{1,3}(?=[\p{L}\p{N}"“])|(?<=[\p{L}\p{N}.,!?"”])_{1,3}(?![\p{L}\p{N}_])`,
  ].join("|")})`,
  "gu",
);
const INLINE = new RegExp(`^(?:${INLINE_TAGS})$`, "u");
/** Where a raised digit is an exponent rather than a footnote. */
const UNIT_BEFORE = /(?:^|[^\p{L}])[kcdmµμ]?m$/u;

export function unmark(original: string): Unmarked {
  const builder = createBuilder(original);
  for (const match of original.matchAll(MARKS)) {
    const { note, tag, entity } = match.groups ?? {};
    const before = original.slice(Math.max(0, match.index - 3), match.index);
    if (note !== undefined) {
      builder.replace(match.index, match[0].length, UNIT_BEFORE.test(before) ? note : `[${note}]`);
    } else if (tag !== undefined) {
      builder.replace(match.index, match[0].length, INLINE.test(tag) ? "" : blockSpace(tag));
    } else if (entity !== undefined) {
      builder.replace(match.index, match[0].length, decodeEntity(entity) ?? match[0]);
    } else {
      builder.replace(match.index, match[0].length, "");
    }
  }
  return builder.finish();
}

/** Cells stay on the line of their row. */
function blockSpace(tag: string): string {
  return tag === "td" || tag === "th" ? "\t" : "\n";
}

function createBuilder(original: string) {
  const pieces: string[] = [];
  const segments: { at: number; from: number; length: number; isLiteral: boolean }[] = [];
  let read = 0;
  let written = 0;
  const push = (text: string, from: number, length: number, isLiteral: boolean) => {
    if (text.length === 0) return;
    segments.push({ at: written, from, length, isLiteral });
    pieces.push(text);
    written += text.length;
  };
  const segmentAt = (offset: number) => {
    let low = 0;
    let high = segments.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((segments[middle]?.at ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return segments[low] ?? { at: 0, from: 0, length: 0, isLiteral: true };
  };
  return {
    replace(index: number, length: number, text: string) {
      push(original.slice(read, index), read, index - read, true);
      push(text, index, length, false);
      read = index + length;
    },
    finish(): Unmarked {
      push(original.slice(read), read, original.length - read, true);
      return {
        text: pieces.join(""),
        originalStart(offset) {
          const { at, from, isLiteral } = segmentAt(offset);
          return isLiteral ? from + offset - at : from;
        },
        originalEnd(offset) {
          const { at, from, length, isLiteral } = segmentAt(offset - 1);
          return isLiteral ? from + offset - at : from + length;
        },
      };
    },
  };
}
