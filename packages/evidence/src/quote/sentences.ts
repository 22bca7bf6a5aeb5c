import { keyAt, type PreparedText } from "../prepare-text.ts";
import { CAPITAL, NUMBER } from "../text/scan.ts";

const MAX_SENTENCE_TOKENS = 120;
/** Words before a full stop that ends no sentence. */
const ABBREVIATIONS = new Set(
  "dr mr mrs ms prof st vs etc eg ie zb dh ua bzw ca nr art p pp fig al inc ltd co corp approx jan feb mar apr jun jul aug sep sept oct nov dec sr sra no vol ed eds usw evtl ggf abs mio mrd tsd str ing dipl av mme mlle m env cf cap núm pág núm dra ex г тыс млн млрд руб др".split(
    " ",
  ),
);

/** Whether a sentence begins at this token. */
export function startsSentence(source: PreparedText, token: number): boolean {
  if (token <= 0) return true;
  const gap = gapBefore(source, token);
  if (/\n\s*\n|\n\s*(?:[-•*–▪◦·]|\d{1,2}[.)]|\(?[a-z]\))\s/u.test(gap)) return true;
  if (/[!?。！？؟]/u.test(gap)) return true;
  if (!gap.includes(".")) return false;
  if (ABBREVIATIONS.has(keyAt(source, token - 1))) return false;
  const flags = source.flags[token] ?? 0;
  const isCased = /\p{Ll}/u.test(source.original.charAt(source.starts[token] ?? 0));
  return (flags & (CAPITAL | NUMBER)) > 0 || !isCased;
}

/** The first token of the sentence that holds this token. */
export function sentenceStart(source: PreparedText, token: number): number {
  let at = token;
  while (at > 0 && token - at < MAX_SENTENCE_TOKENS && !startsSentence(source, at)) at -= 1;
  return at;
}

/** The token after the last one of the sentence that holds this token. */
export function sentenceEnd(source: PreparedText, token: number): number {
  let at = token + 1;
  while (at < source.count && at - token < MAX_SENTENCE_TOKENS && !startsSentence(source, at)) {
    at += 1;
  }
  return Math.min(at, source.count);
}

/** What stands between a token and the one before it: space and punctuation. */
export function gapBefore(source: PreparedText, token: number): string {
  const from = token > 0 ? (source.ends[token - 1] ?? 0) : 0;
  const to = token < source.count ? (source.starts[token] ?? 0) : source.original.length;
  return source.original.slice(from, Math.min(Math.max(from, to), from + 400));
}

/** The original text of some tokens. */
export function textOf(
  source: PreparedText,
  { from, to }: { readonly from: number; readonly to: number },
): string {
  if (to <= from) return "";
  const { start, end } = offsetsOf(source, { from, to });
  return source.original.slice(start, end);
}

export function offsetsOf(
  { starts, ends }: PreparedText,
  { from, to }: { readonly from: number; readonly to: number },
): { start: number; end: number } {
  let start = starts[from] ?? 0;
  let end = ends[to - 1] ?? 0;
  // A currency sign before its figure comes after it in reading order.
  if (to - from > 1) start = Math.min(start, starts[from + 1] ?? start);
  if (to - from > 1) end = Math.max(end, ends[to - 2] ?? end);
  return { start, end };
}
