import { cleanText, safeLink } from "../safe-text.ts";

/** Longer passages are named by their first and last words. */
const MAX_WHOLE_CHARACTERS = 300;
const RANGE_WORDS = 6;
/** Shorter ones may stand in the page more than once. */
const MIN_UNIQUE_CHARACTERS = 120;
const PREFIX_WORDS = 3;
/** Scripts without spaces have no words to count. */
const MAX_WORD_CHARACTERS = 40;
/** What spreadsheets take as a link. */
const MAX_URL_CHARACTERS = 2_000;

/**
 * A link that jumps to a passage of a page and marks it, or null for an address that must not be linked.
 * See https://wicg.github.io/scroll-to-text-fragment/
 */
export function textFragmentUrl(
  address: string | null,
  { passage, prefix = "" }: { readonly passage: string; readonly prefix?: string },
): string | null {
  const url = safeLink(address);
  if (!url || !/^https?:/.test(url)) return url;
  const lines = linesOf(passage);
  const whole = lines.join(" ");
  if (whole === "") return url;
  // A browser looks for a whole passage within one block only.
  const isWhole = whole.length <= MAX_WHOLE_CHARACTERS && lines.length === 1;
  const before = whole.length < MIN_UNIQUE_CHARACTERS ? lastWords(prefix) : "";
  const start = before ? `${encode(before)}-,` : "";
  const candidates = [...(isWhole ? [`${start}${encode(whole)}`] : []), `${start}${range(lines)}`];
  const [page = "", anchor = ""] = url.split(":~:")[0]?.split("#") ?? [];
  const links = candidates.map((text) => `${page}#${anchor}:~:text=${text}`);
  return links.find((link) => link.length <= MAX_URL_CHARACTERS) ?? url;
}

function linesOf(text: string): string[] {
  return cleanText(text)
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

/** The first words of the first block and the last words of the last one, which do not overlap. */
function range(lines: readonly string[]): string {
  const first = wordsOf(lines[0] ?? "");
  const last = wordsOf(lines.at(-1) ?? "");
  const isOneBlock = lines.length === 1;
  if (isOneBlock && first.length < 2) return encode(first.join(" "));
  const most = isOneBlock ? Math.min(RANGE_WORDS, Math.floor(first.length / 2)) : RANGE_WORDS;
  return [first.slice(0, most), last.slice(-most)]
    .map((words) => encode(words.join(" ")))
    .join(",");
}

function wordsOf(line: string): string[] {
  return line.split(" ").flatMap(shortWords);
}

/** A run without spaces that is too long for a word: its beginning and its end. */
function shortWords(word: string): string[] {
  const characters = [...word];
  if (characters.length <= MAX_WORD_CHARACTERS) return [word];
  const half = MAX_WORD_CHARACTERS / 2;
  return [characters.slice(0, half).join(""), characters.slice(-half).join("")];
}

/** The words right before the passage, in the same block; the first may be cut off and is left out. */
function lastWords(prefix: string): string {
  const lines = linesOf(prefix);
  const words = (lines.at(-1) ?? "").split(" ").filter((word) => word !== "");
  const isCut = lines.length === 1 && words.length <= PREFIX_WORDS;
  const kept = words.slice(isCut ? 1 : -PREFIX_WORDS);
  return kept.every((word) => word.length <= MAX_WORD_CHARACTERS) ? kept.join(" ") : "";
}

/** A dash would be read as the mark of a prefix or a suffix. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("-", "%2D").replaceAll("'", "%27");
}
