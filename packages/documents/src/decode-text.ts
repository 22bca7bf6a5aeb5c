const MARKS: readonly [readonly number[], string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
];
const SCANNED_BYTES = 4_096;

export interface DecodedText {
  readonly text: string;
  /** Nothing said how it is written, and it is not UTF-8: it was read as Western European. */
  readonly isGuessed: boolean;
}

/** The bytes as text: by their byte order mark, else as the headers say, else as the page says, else UTF-8 if they are. */
export function decodeText(bytes: Uint8Array, charset: string | null = null): DecodedText {
  const mark = MARKS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  const encoding = mark?.[1] ?? knownEncoding(charset) ?? declaredEncoding(bytes);
  const certain = encoding ? decodeAs(bytes, encoding) : utf8(bytes);
  const text = certain ?? decodeAs(bytes, LATIN);
  // PostgreSQL stores neither of them.
  return { text: text.replaceAll("\0", "\uFFFD").toWellFormed(), isGuessed: certain === null };
}

/** What an HTML or XML text says of itself. It was readable as ASCII, so it is not UTF-16 whatever it says. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, SCANNED_BYTES)).toString("latin1");
  const [, html] = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w:-]{1,40})/i.exec(start) ?? [];
  const [, xml] = /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w:-]{1,40})/i.exec(start) ?? [];
  const encoding = knownEncoding(html ?? xml ?? null);
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding;
}

function knownEncoding(label: string | null): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const LATIN = "windows-1252";
/** 0x80 to 0x9F. Node's decoder takes the encoding for ISO 8859-1, which has control characters there. */
const LATIN_MARKS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function decodeAs(bytes: Uint8Array, encoding: string): string {
  if (encoding !== LATIN) return new TextDecoder(encoding).decode(bytes);
  return Buffer.from(bytes)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) => LATIN_MARKS[character.charCodeAt(0) - 0x80] ?? "");
}
