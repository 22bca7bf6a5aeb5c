import { decodeText, docxText } from "@trovella/documents";
import { countWords } from "./count-words.ts";
import { htmlText } from "./html-text.ts";
import { charsetOf, mediaKind } from "./media-kind.ts";
import { xmlText } from "./xml-text.ts";

export interface PageText {
  readonly text: string;
  readonly words: number;
  /** As the page or file says; null where it says none. */
  readonly title: string | null;
  /** As the page says, such as `de` or `pt-br`. */
  readonly language: string | null;
  /** What made the text, with its version; ends in `cut` when the text was longer. */
  readonly extractor: string;
}

export interface Page {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

const MAX_CHARACTERS = 2_000_000;

/** The text of a page; null when it has none that can be read. Nothing of the page is rendered or run. */
export async function pageText({ bytes, contentType }: Page): Promise<PageText | null> {
  const kind = mediaKind(contentType, bytes);
  if (kind === null) return null;
  const found = await READERS[kind](bytes, charsetOf(contentType)).catch(notReadable);
  if (!found) return null;
  const clean = found.text
    .replaceAll("\0", "\uFFFD")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const isCut = clean.length > MAX_CHARACTERS;
  const text = (isCut ? clean.slice(0, MAX_CHARACTERS) : clean).toWellFormed();
  const extractor = `${kind} 1${isCut ? " cut" : ""}`;
  const { title = null, language = null } = found;
  return { text, words: countWords(text), title, language, extractor };
}

interface Found {
  readonly text: string;
  readonly title?: string | null;
  readonly language?: string | null;
}

const READERS: Readonly<
  Record<
    NonNullable<ReturnType<typeof mediaKind>>,
    (bytes: Uint8Array, charset: string | null) => Promise<Found | null>
  >
> = {
  html: async (bytes, charset) => htmlText(decodeText(bytes, charset).text),
  xml: async (bytes, charset) => ({ text: xmlText(decodeText(bytes, charset).text) }),
  text: async (bytes, charset) => ({ text: decodeText(bytes, charset).text }),
  async pdf(bytes) {
    // Large, and rarely needed.
    const { pdfText } = await import("./pdf-text.ts");
    return { text: await pdfText(bytes, MAX_CHARACTERS).catch(noPdf) };
  },
  docx: async (bytes) => docxText(bytes),
};

/** Broken or locked: pdf.js throws errors of many kinds. */
class NoPdf extends Error {}

function noPdf(): never {
  throw new NoPdf();
}

/** A page that is nested deeper than the stack ends in a RangeError. */
function notReadable(error: unknown): null {
  if (error instanceof NoPdf || error instanceof RangeError) return null;
  throw error;
}
