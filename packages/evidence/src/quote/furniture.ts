import type { PreparedText } from "../prepare-text.ts";
import { foldWord, stripAccents } from "../text/fold-word.ts";
import { CAPITAL } from "../text/scan.ts";
import { findCritical } from "./critical-words.ts";
import type { TokenRange } from "./find-occurrences.ts";
import { isLineOfPage, isRunInLabel, type Line } from "./page-lines.ts";
import { gapBefore, textOf } from "./sentences.ts";

const MAX_TOKENS = 24;
const MAX_LINE_TOKENS = 14;
const PAGE =
  /^[\W_]*(?:page|seite|pagina|p|s|str|стр|страница|صفحة|ページ|頁)[\s.]*\p{Nd}{1,4}(?:\s*(?:of|von|de|sur|di|\/|из|من|中)\s*\p{Nd}{1,4})?[\W_]*$/iu;
const PAGE_NUMBER =
  /^[\s\-–—|[\]()·•]*\p{Nd}{1,4}(?:\s*(?:\/|of|von|de|sur)\s*\p{Nd}{1,4})?(?:\s*(?:頁|ページ))?[\s\-–—|[\]()·•]*$/iu;
const LABELS =
  /^[\W_]*(?:advertisement|advertising|sponsored|anzeige|werbung|publicite|publicidad|publicidade|anuncio|related|read more|read also|also read|see also|more on this|mehr zum thema|lesen sie auch|siehe auch|lire aussi|voir aussi|a lire|lea tambien|ver tambien|leia tambem|ler tambem|leia mais|ler mais|saiba mais|leer mas|en savoir plus|lire la suite|mehr lesen|mehr dazu|veja tambem|relacionado|artikel teilen|verwandte artikel|articles lies|sur le meme sujet|te puede interesar|share this|share|teilen|partager|compartir|compartilhar|photo|foto|image|bild|caption|copyright|©|all rights reserved|alle rechte vorbehalten|download|print|drucken|imprimer|imprimir|cookie|subscribe|newsletter|sign up|abonnez|suscribase|assine|skip to|continue reading|weiterlesen|back to top|nach oben|table of contents|inhaltsverzeichnis|edit|citation needed|clarification needed|when|who|by whom|update|last updated|stand|реклама|читайте также|читать далее|подробнее|по теме|фото|поделиться|страница|広告|関連記事|関連リンク|あわせて読みたい|画像|続きを読む|写真|اعلان|اقرا ايضا|اقرا المزيد|المزيد|صورة|صور|مواضيع ذات صلة|شاهد ايضا|doi|issn|isbn|https?|www)(?![\p{L}])/iu;
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
  const plain = foldWord(stripAccents(text.toLowerCase()));
  const line = { range, before, after, text, plain };
  if (PAGE.test(plain) || (isBracketed(before, after) && LABELS.test(plain))) return true;
  if (isOwnLine && isPageLine(before, after, text)) return true;
  if (isRunInLabel(source, line)) return true;
  if (isOwnLine && !isBeforeListItem(source, range.to) && isLineOfPage(source, line)) return true;
  if (!isOwnLine || isListOrTable(before, after, text) || isBeforeListItem(source, range.to)) {
    return false;
  }
  if (PAGE_NUMBER.test(text) || isLabel(line)) return true;
  return isRunningHead(source, range, { before, after, text });
}

/** A label alone or set apart: "who were paid" and "Bild der Kirche" may be lines of a paragraph. */
function isLabel({ before, after, text, plain }: Line): boolean {
  const label = LABELS.exec(plain)?.[0];
  if (label === undefined) return false;
  if (/(?:https?|www|doi|©|copyright)$/u.test(label)) return true;
  if (/^\p{Ll}/u.test(text)) return false;
  const isSetApart = /\n\s*\n/u.test(before) && /\n\s*\n/u.test(after);
  const isAlone = /^\s*(?:$|[^\p{L}\p{N}\s])/u.test(plain.slice(label.length));
  return isSetApart || isAlone || label.trim().includes(" ");
}

/** `(Smith et al., 2019)`, `(see Figure 2)`. */
function isReference(before: string, after: string, text: string): boolean {
  return /\(\s*$/u.test(before) && /^\s*\)/u.test(after) && CITATION.test(text);
}

function isBracketed(before: string, after: string): boolean {
  return /[[(|]\s*$/u.test(before) && /^\s*[\])|:]/u.test(after);
}

/** "Annual Report | 17" between two paragraphs; "Oslo | 3.4 | 870" is a row. */
function isPageLine(before: string, after: string, text: string): boolean {
  const isSetApart = /\n\s*\n/u.test(before) && /\n\s*\n/u.test(after);
  if (!isSetApart || text.includes("\n") || text.length > 90) return false;
  const fields = text.split(/\s*[|·–—]\s*/u);
  const isNumber = (field: string) => /^\d{1,4}$/u.test(field);
  const titles = fields.filter((field) => /\p{L}/u.test(field));
  const hasNumber = isNumber(fields[0] ?? "") || isNumber(fields.at(-1) ?? "");
  return hasNumber && titles.length > 0 && titles.length === fields.length - 1;
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
