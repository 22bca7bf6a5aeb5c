import type { Run, TextParagraph } from "../slide.ts";
import { advanceOf, isWide } from "./advance-widths.ts";

const POINTS_PER_INCH = 72;
/** Programs lay out text a little differently. */
const RESERVE = 1.05;
const RAISED = 0.67;
const CODE_ADVANCE = 550;
const LINE_HEIGHT = 1.22;
/** Fonts of other scripts are taller. */
const TALL_LINE_HEIGHT = 1.42;
const TALL =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}]/u;
const MARK_WIDTH = { hang: 2.2, other: 1.2 };

/** Widths of other fonts compared with Calibri, at most. */
const FONT_SCALES: Readonly<Record<string, number>> = {
  calibri: 1,
  carlito: 1,
  "times new roman": 1,
  garamond: 1,
  aptos: 1.09,
  cambria: 1.1,
  lato: 1.1,
  roboto: 1.12,
  arial: 1.13,
  helvetica: 1.13,
  georgia: 1.15,
  "segoe ui": 1.15,
  tahoma: 1.15,
  "open sans": 1.2,
  verdana: 1.32,
};
const UNKNOWN_SCALE = 1.2;

interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly leading?: number;
}

/** Tells how much room text takes, in inches. Nobody else does: programs do not shrink text that is too long. */
export interface TextMeasure {
  widthOf(text: string, style: TextStyle): number;
  linesOf(paragraph: TextParagraph, width: number, style: TextStyle): number;
  heightOf(paragraphs: readonly TextParagraph[], width: number, style: TextStyle): number;
}

export function textMeasure(font: string): TextMeasure {
  const scale = (FONT_SCALES[font.toLowerCase()] ?? UNKNOWN_SCALE) * RESERVE;
  const widthOfRun = (text: string, run: Omit<Run, "text">, style: TextStyle) => {
    const size = (run.size ?? style.size) * (run.raised ? RAISED : 1);
    const bold = run.bold ?? style.bold ?? false;
    const advance = (character: string) =>
      run.code ? Math.max(CODE_ADVANCE, advanceOf(character)) : advanceOf(character, { bold });
    const sum = Array.from(text).reduce((total, character) => total + advance(character), 0);
    return ((sum / 1_000) * size * scale) / POINTS_PER_INCH;
  };
  const linesOf: TextMeasure["linesOf"] = (paragraph, width, style) => {
    const room = width - indentOf(paragraph, style.size).start;
    return countLines(
      paragraph.runs.flatMap((run) =>
        tokensOf(run.text).map((text) => ({ text, width: widthOfRun(text, run, style) })),
      ),
      Math.max(room, 0.1),
    );
  };
  return {
    widthOf: (text, style) => widthOfRun(text, {}, style),
    linesOf,
    heightOf: (paragraphs, width, style) => {
      const heights = paragraphs.map((paragraph, index) => {
        const isLast = index === paragraphs.length - 1;
        const lines = linesOf(paragraph, width, style) * lineHeight(paragraph, style);
        return (lines + (isLast ? 0 : (paragraph.spaceAfter ?? 0))) / POINTS_PER_INCH;
      });
      return heights.reduce((sum, height) => sum + height, 0);
    },
  };
}

/** Where the text of a paragraph begins, and how much before it its mark stands, in inches. */
export function indentOf(
  { mark, level = 0 }: TextParagraph,
  size: number,
): { readonly start: number; readonly mark: number } {
  const step = (MARK_WIDTH[mark === "hang" ? "hang" : "other"] * size) / POINTS_PER_INCH;
  return { start: step * (level + (mark ? 1 : 0)), mark: mark ? step : 0 };
}

function lineHeight({ runs }: TextParagraph, { size, leading = 1 }: TextStyle): number {
  const largest = Math.max(...runs.map((run) => run.size ?? size), runs.length === 0 ? size : 0);
  const isTall = runs.some(({ text }) => TALL.test(text));
  return largest * (isTall ? TALL_LINE_HEIGHT : LINE_HEIGHT) * leading;
}

/** Spaces, line breaks, wide characters one by one, and the rest of each word. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let word = "";
  const endWord = () => {
    if (word !== "") tokens.push(word);
    word = "";
  };
  for (const character of text) {
    if (/\s/.test(character) || isWide(character)) {
      endWord();
      tokens.push(character);
    } else word += character;
  }
  endWord();
  return tokens;
}

interface Token {
  readonly text: string;
  readonly width: number;
}

/** Words that several runs share, such as one with a citation behind it, stay together. */
function countLines(tokens: readonly Token[], room: number): number {
  let lines = 1;
  let used = 0;
  let space = 0;
  let word = 0;
  const place = () => {
    if (word === 0) return;
    if (used > 0 && used + space + word > room) {
      lines += 1;
      used = 0;
    } else used += space;
    lines += Math.ceil((used + word) / room) - 1;
    used = word > room ? word % room : used + word;
    space = 0;
    word = 0;
  };
  for (const { text, width } of tokens) {
    const isSpace = /^\s$/.test(text);
    if (isSpace || isWide(text)) place();
    if (text === "\n") {
      lines += 1;
      used = 0;
    } else if (isSpace) space += width;
    else word += width;
    if (isWide(text)) place();
  }
  place();
  return lines;
}
