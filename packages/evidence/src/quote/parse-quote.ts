import { keyAt, type PreparedText, prepareText } from "../prepare-text.ts";

/** One word or figure of a quote, or everything between two brackets that the quoter added. */
export interface QuoteItem {
  /** The key's number in the source; -1 when the source lacks it. */
  readonly id: number;
  readonly key: string;
  readonly text: string;
  readonly flags: number;
  /** What stands between brackets, when they were put into the quote. */
  readonly bracketed: readonly QuoteItem[] | null;
  /** Whether brackets inside the word mark changed letters: `increase[d]`. */
  readonly isAdapted: boolean;
}

/** The words between two ellipses. */
export interface QuotePart {
  readonly items: readonly QuoteItem[];
  /** The same with brackets read as ordinary words, for sources that have them themselves. */
  readonly plain: readonly QuoteItem[];
}

export interface ParsedQuote {
  readonly text: string;
  readonly parts: readonly QuotePart[];
  readonly hasLeadingEllipsis: boolean;
  readonly hasTrailingEllipsis: boolean;
  readonly startsWithCapital: boolean;
  /** The mark that ends the quote's sentence, or nothing. */
  readonly terminator: string;
}

const ELLIPSIS =
  /\[\s?(?:…|\.{2,4}|\.(?:\s\.){1,3})\s?\]|\(\s?(?:…|\.{3,4}|\.(?:\s\.){2,3})\s?\)|…\.?|(?<!\.)\.{3,4}(?!\.)|(?<!\. ?)\.(?:\s\.){2,3}(?! ?\.)|\[\s?[-–—]\s?\]|[（([](?:中略|略)[）)\]]|⋯|‥/gu;
/** Remarks about the quote rather than words of it. */
const REMARKS =
  /[[(]\s?(?:sic!?|emphasis (?:added|mine|in (?:the )?original|ours)|italics (?:added|mine)|my emphasis|translation mine|my translation|translated|author s? translation|own translation|(?:eigene )?hervorhebung[^\])]{0,30}|herv\.[^\])]{0,20}|eig\. übers\.|eigene übersetzung|nous soulignons|je souligne|souligné par[^\])]{0,30}|énfasis (?:añadido|nuestro|propio)|cursivas? (?:añadidas?|nuestras?)|grifo (?:nosso|meu)|ênfase (?:nossa|minha|adicionada)|traducción propia|tradução nossa)\s?[\])]/giu;
const BRACKETS = /(?<!\[)\[([^[\]]{1,160})\](?!\])/gu;
const NOTE = /^\s?(?:\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,5}|[a-z]|note \d{1,3}|\*)\s?$/iu;

export function parseQuote(quote: string, source: PreparedText): ParsedQuote {
  const text = joinAdapted(
    quote.replace(REMARKS, " ").replace(/^[\s"“”„«»‘’'「『]+|[\s"“”„«»‘’'」』]+$/gu, ""),
  );
  const ellipses = [...text.matchAll(ELLIPSIS)];
  const pieces = text.split(ELLIPSIS);
  const parts = pieces.map((piece) => parsePart(piece, source));
  const last = pieces.at(-1) ?? "";
  const firstLetter = /[\p{L}\p{N}]/u.exec(text)?.[0] ?? "";
  return {
    text,
    parts: parts.filter(({ plain }) => plain.length > 0),
    hasLeadingEllipsis: ellipses.length > 0 && parts[0]?.plain.length === 0,
    hasTrailingEllipsis: ellipses.length > 0 && parts.at(-1)?.plain.length === 0,
    startsWithCapital: /\p{Lu}/u.test(firstLetter),
    terminator: terminatorOf(last),
  };
}

function terminatorOf(text: string): string {
  const tail = /[^\p{L}\p{N}]*$/u.exec(text)?.[0] ?? "";
  return /[?？؟]/u.exec(tail)?.[0] ?? /[.!。！]/u.exec(tail)?.[0] ?? "";
}

/** Marks letters that brackets change inside a word with a character that no text has. */
const ADAPTED = "\u{F0001}";

function joinAdapted(text: string): string {
  return text
    .replace(/(?<=\p{L})\[(\p{L}{1,6})\](?=\p{L}?)/gu, `$1${ADAPTED}`)
    .replace(/\[(\p{L}{1,3})\](?=\p{L})/gu, `${ADAPTED}$1`);
}

function parsePart(piece: string, source: PreparedText): QuotePart {
  const items: QuoteItem[] = [];
  let read = 0;
  for (const match of piece.matchAll(BRACKETS)) {
    const inner = match[1] ?? "";
    if (NOTE.test(inner)) continue;
    items.push(...readItems(piece.slice(read, match.index), source));
    const bracketed = readItems(inner, source);
    if (bracketed.length > 0) items.push(asBrackets(bracketed, inner));
    read = match.index + match[0].length;
  }
  items.push(...readItems(piece.slice(read), source));
  return { items, plain: items.flatMap((item) => item.bracketed ?? [item]) };
}

function asBrackets(bracketed: readonly QuoteItem[], text: string): QuoteItem {
  return { id: -1, key: "", text: `[${text}]`, flags: 0, bracketed, isAdapted: false };
}

function readItems(piece: string, source: PreparedText): QuoteItem[] {
  const clean = piece.replaceAll(ADAPTED, "");
  const adapted = adaptedPlaces(piece);
  const prepared = prepareText(clean, { language: source.lexicon.language ?? "none" });
  return Array.from({ length: prepared.count }, (_, token) => {
    const key = keyAt(prepared, token);
    const start = prepared.starts[token] ?? 0;
    const end = prepared.ends[token] ?? 0;
    return {
      id: source.idOf.get(key) ?? -1,
      key,
      text: clean.slice(start, end),
      flags: prepared.flags[token] ?? 0,
      bracketed: null,
      isAdapted: adapted.some((place) => place >= start && place <= end),
    };
  });
}

function adaptedPlaces(piece: string): number[] {
  const places: number[] = [];
  let at = piece.indexOf(ADAPTED);
  while (at >= 0) {
    places.push(at - places.length * ADAPTED.length);
    at = piece.indexOf(ADAPTED, at + ADAPTED.length);
  }
  return places;
}
