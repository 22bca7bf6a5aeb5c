import type { Inline } from "../../blocks.ts";
import { raisedCitations } from "../../raised-citations.ts";
import type { PdfInline } from "./pdf-layout.ts";

const MAX_WORD = 60;
const MAX_WORD_IN_CELL = 18;
/** A place where a word may be divided. */
const DIVIDE = "\u200b";

/** What is known while a document is laid out. */
export interface Writing {
  /** Sources with an entry in the list. */
  readonly sources: ReadonlySet<number>;
  /** Claims with an entry in the appendix. */
  readonly claims: ReadonlySet<number>;
  /** Sources that were cited so far. */
  readonly cited: Set<number>;
  /** What headings cite; it stands beside them, and neither in the contents nor in the outline. */
  readonly headingCitations: (readonly PdfInline[])[];
}

export function pdfInlines(
  inlines: readonly Inline[],
  writing: Writing,
  { inCell = false } = {},
): PdfInline[] {
  const maxWord = inCell ? MAX_WORD_IN_CELL : MAX_WORD;
  const written: PdfInline[] = [];
  let group: { readonly n: number; readonly a?: string }[] | null = null;
  for (const inline of raisedCitations(inlines)) {
    if (inline.kind === "citation") {
      const cited: { readonly n: number; readonly a?: string }[] = group ?? [];
      if (!group) written.push({ k: cited });
      if (!cited.some(({ n }) => n === inline.number)) cited.push(citation(inline.number, writing));
      group = cited;
      continue;
    }
    if (inline.kind === "claim") {
      const number = writing.claims.has(inline.number) ? inline.number : null;
      if (inline.isDoubtful) written.push({ q: number });
      continue;
    }
    group = null;
    written.push(inline.kind === "break" ? { br: true } : styled(inline, maxWord));
  }
  return heldTogether(written);
}

/** Texts after which a line may end: `why?`, and any of a script without spaces. */
const MAY_END_LINE =
  /(?:[^\s]{1,30}[!?…]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー][。、，；！？」』）]?)$/u;

/** No line begins with the number of a citation. A word joiner would do, but viewers lose the letter before it. */
function heldTogether(inlines: readonly PdfInline[]): PdfInline[] {
  const held: PdfInline[] = [];
  for (const inline of inlines) {
    const before = held.at(-1);
    const isRaisedHere = typeof inline !== "string" && ("k" in inline || "q" in inline);
    const end = typeof before === "string" && isRaisedHere ? MAY_END_LINE.exec(before) : null;
    if (typeof before === "string" && typeof inline === "string") {
      held.splice(-1, 1, before + inline);
    } else if (typeof before === "string" && end) {
      held.splice(-1, 1, before.slice(0, end.index), { g: [end[0], inline] });
    } else held.push(inline);
  }
  return held.filter((inline) => inline !== "");
}

/** The inlines of a heading: its words, and apart from them what it cites. */
export function headingInlines(inlines: readonly Inline[], writing: Writing) {
  const isCitation = ({ kind }: Inline) => kind === "citation" || kind === "claim";
  const cited = pdfInlines(inlines.filter(isCitation), writing);
  const v = pdfInlines(
    inlines.filter((inline) => !isCitation(inline)),
    writing,
  );
  return cited.length > 0 ? { v, cites: writing.headingCitations.push(cited) - 1 } : { v };
}

/** The first citation of a source is where its entry leads back to. */
function citation(number: number, { sources, cited }: Writing) {
  if (!sources.has(number) || cited.has(number)) return { n: number };
  cited.add(number);
  return { n: number, a: placeOf(number) };
}

export function placeOf(source: number): string {
  return `cite-${source}`;
}

function styled(inline: Extract<Inline, { kind: "text" }>, maxWord: number): PdfInline {
  const t = divisible(inline.text, maxWord);
  const look = {
    ...(inline.bold ? { b: true as const } : {}),
    ...(inline.italic ? { i: true as const } : {}),
    ...(inline.strike ? { s: true as const } : {}),
    ...(inline.code ? { c: true as const } : {}),
    ...(inline.href ? { u: inline.href } : {}),
    ...(inline.isUnresolved ? { x: true as const } : {}),
  };
  return Object.keys(look).length === 0 ? t : { t, ...look };
}

/** A word that is wider than its line would run out of the page; a percent sign stays with its number. */
export function divisible(text: string, maxWord = MAX_WORD): string {
  const long = new RegExp(
    `[^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]{${maxWord + 1},}`,
    "gu",
  );
  const piece = new RegExp(`[^/._=&?-]{1,${Math.floor(maxWord * 0.8)}}[/._=&?-]*|[/._=&?-]+`, "gu");
  return text
    .replace(/(\d) (?=[%‰])/g, "$1\u202f")
    .replace(long, (word) => (word.match(piece) ?? [word]).join(DIVIDE));
}
