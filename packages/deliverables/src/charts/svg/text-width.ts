/** Widths in em, of faces such as Source Sans, Segoe UI and Calibri, with some reserve. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mn}\p{Me}\p{Cf}]/u, 0],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u30ff\uff00-\uffee]/u,
    1,
  ],
  [/\p{Extended_Pictographic}/u, 1.3],
  [/[\s.,:;'’|!ijlI·]/u, 0.3],
  [/[frt()[\]/\\-]/u, 0.4],
  [/[mwMW%@—…]/u, 0.92],
  [/\p{Lu}/u, 0.68],
];
const OTHER = 0.57;

/** About how wide a text is; the fonts that show it are not known here. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width * size;
}

const known = new Map<string, number>();
const MAX_KNOWN = 2_000;

function widthOf(character: string): number {
  const width =
    known.get(character) ?? WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER;
  if (known.size < MAX_KNOWN) known.set(character, width);
  return width;
}

export interface FittedText {
  readonly lines: readonly string[];
  /** Whether some of it had to be left out. */
  readonly isCut: boolean;
}

export interface Room {
  readonly width: number;
  readonly size: number;
  readonly lines: number;
}

/** Breaks a text between its words, and between letters of scripts without spaces; the rest is cut with `…`. */
export function fitText(text: string, room: Room): FittedText {
  const lines: string[] = [];
  const pieces = text.split(
    /(?<=[\s/-])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u,
  );
  for (const piece of pieces) {
    const current = lines.at(-1);
    const longer = `${current ?? ""}${piece}`;
    if (current !== undefined && textWidth(longer.trimEnd(), room.size) <= room.width) {
      lines[lines.length - 1] = longer;
    } else lines.push(piece);
  }
  const shown = lines.slice(0, room.lines);
  if (lines.length > room.lines) shown[room.lines - 1] = lines.slice(room.lines - 1).join("");
  const fitted = shown.map((line) => cutText(line.trim(), room));
  return { lines: fitted, isCut: fitted.some((line, index) => line !== shown[index]?.trim()) };
}

function cutText(line: string, { width, size }: Room): string {
  if (textWidth(line, size) <= width) return line;
  const letters = [...line];
  while (letters.length > 1 && textWidth(`${letters.join("")}…`, size) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
