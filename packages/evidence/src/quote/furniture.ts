import type { PreparedText } from "../prepare-text.ts";
import { stripAccents } from "../text/fold-word.ts";
import { CAPITAL } from "../text/scan.ts";
import { findCritical } from "./critical-words.ts";
import type { TokenRange } from "./find-occurrences.ts";
import { gapBefore, textOf } from "./sentences.ts";

const MAX_TOKENS = 24;
const MAX_LINE_TOKENS = 14;
const PAGE =
  /^[\W_]*(?:page|seite|pagina|p|s|str|стр|страница|صفحة|ページ|頁)[\s.]*\p{Nd}{1,4}(?:\s*(?:of|von|de|sur|di|\/|из|من|中)\s*\p{Nd}{1,4})?[\W_]*$/iu;
const PAGE_NUMBER =
  /^[\s\-–—|[\]()·•]*\p{Nd}{1,4}(?:\s*(?:\/|of|von|de|sur)\s*\p{Nd}{1,4})?(?:\s*(?:頁|ページ))?[\s\-–—|[\]()·•]*$/iu;
const LABELS =
  /^[\W_]*(?:advertisement|advertising|sponsored|anzeige|werbung|publicite|publicidad|publicidade|anuncio|related|read more|read also|also read|see also|more on this|mehr zum thema|lesen sie auch|siehe auch|lire aussi|voir aussi|a lire|lea tambien|ver tambien|leia tambem|veja tambem|share this|share|teilen|partager|compartir|compartilhar|photo|foto|image|bild|caption|copyright|©|all rights reserved|alle rechte vorbehalten|download|print|drucken|imprimer|imprimir|cookie|subscribe|newsletter|sign up|abonnez|suscribase|assine|skip to|continue reading|weiterlesen|back to top|nach oben|table of contents|inhaltsverzeichnis|edit|citation needed|clarification needed|when|who|by whom|update|last updated|stand|реклама|читайте также|фото|поделиться|страница|広告|関連記事|続きを読む|写真|اعلان|إعلان|اقرأ ايضا|اقرأ أيضا|صورة|doi|issn|isbn|https?|www)(?![\p{L}])/iu;
const CITATION =
  /^\(?\s*(?:see |vgl\. |cf\. |siehe |voir |véase |ver |e\.g\.,? )?(?:\p{Lu}[^()]{1,90}?(?:19|20)\d\d[a-z]?|(?:fig|figure|table|abb|abbildung|tabelle|tab|figura|tabla|tabela|tableau)\.?\s*\d{1,3}[a-z]?)(?:,? (?:p|pp|s)\.? ?\d{1,4}(?:[–-]\d{1,4})?)?\s*\)?$/u;

/** Whether tokens that a quote leaves out belong to the page and not to the passage. */
export function isFurniture(source: PreparedText, range: TokenRange): boolean {
  const length = range.to - range.from;
  if (length === 0 || length > MAX_TOKENS) return false;
  const before = gapBefore(source, range.from);
  const after = gapBefore(source, range.to);
  const text = textOf(source, range);
  if (isReference(before, after, text)) return true;
  const isOwnLine = before.includes("\n") && after.includes("\n");
  const plain = stripAccents(text.toLowerCase());
  if (PAGE.test(plain) || (isBracketed(before, after) && LABELS.test(plain))) return true;
  if (isOwnLine && isPageLine(before, after, text)) return true;
  if (!isOwnLine || isListOrTable(before, after, text) || isBeforeListItem(source, range.to)) {
    return false;
  }
  if (PAGE_NUMBER.test(text) || LABELS.test(plain)) return true;
  return isRunningHead(source, range, { before, after, text });
}

/** `(Smith et al., 2019)`, `(see Figure 2)`. */
function isReference(before: string, after: string, text: string): boolean {
  return /\(\s*$/u.test(before) && /^\s*\)/u.test(after) && CITATION.test(text);
}

function isBracketed(before: string, after: string): boolean {
  return /[[(|]\s*$/u.test(before) && /^\s*[\])|:]/u.test(after);
}

/** "Annual Report | 17" between two paragraphs. */
function isPageLine(before: string, after: string, text: string): boolean {
  const isSetApart = /\n\s*\n/u.test(before) && /\n\s*\n/u.test(after);
  return (
    isSetApart && /^(?:\d{1,4}\s*[|·–—]\s*[^\n]{1,80}|[^\n]{1,80}\s*[|·–—]\s*\d{1,4})$/u.test(text)
  );
}

function isBeforeListItem({ original, ends }: PreparedText, token: number): boolean {
  const next = original.slice(ends[token - 1] ?? 0, (ends[token - 1] ?? 0) + 40);
  return /^[^\n]{0,4}\n\s*(?:[-•*–▪◦·+]|\(?(?:\d{1,2}|[a-z])[.)])\s/u.test(next);
}

function isListOrTable(before: string, after: string, text: string): boolean {
  return (
    /\n[ \t]*(?:[-•*–▪◦·+]|\(?\w{1,3}[.)])[ \t]*$/u.test(before) ||
    /\n[ \t]*(?:[-•*–▪◦·+]|\(?\w{1,3}[.)])[ \t]/u.test(after) ||
    /^\(?(?:\d{1,2}|[a-z])[.)]\s/u.test(text) ||
    /[\t|;]/u.test(`${before}${text}${after}`) ||
    /^[,;]/u.test(after)
  );
}

/** A short line such as "Annual Report 2020" that interrupts a sentence or comes on every page. */
function isRunningHead(
  source: PreparedText,
  range: TokenRange,
  { before, after, text }: { before: string; after: string; text: string },
): boolean {
  if (range.to - range.from > MAX_LINE_TOKENS || text.split("\n").length > 4) return false;
  if (findCritical(source, range, ["negation", "hedge", "condition", "contrast"])) return false;
  const isCaseless = text.toLowerCase() === text.toUpperCase();
  const isTitle = ((source.flags[range.from] ?? 0) & CAPITAL) > 0 || /\p{Nd}/u.test(text);
  if (!isTitle && !isCaseless) return false;
  if (isRepeated(source.original, text)) return true;
  const isAllCapitals = text === text.toUpperCase() && !isCaseless;
  const isSetApart = /\n\s*\n/u.test(before) && /\n\s*\n/u.test(after);
  const continues = !/[.!?:;。！？؟]/u.test(before) && !isCapital(source, range.to);
  if (isAllCapitals && (isSetApart || continues)) return true;
  return (
    continues &&
    (isSetApart || (range.to - range.from > 1 && !isCaseless)) &&
    !/[.!?]\s*$/u.test(text)
  );
}

function isRepeated(original: string, text: string): boolean {
  const first = original.indexOf(`\n${text}`);
  return text.length >= 6 && first >= 0 && original.indexOf(`\n${text}`, first + 1) >= 0;
}

function isCapital({ flags }: PreparedText, token: number): boolean {
  return ((flags[token] ?? 0) & CAPITAL) > 0;
}
