import type { PreparedText } from "../prepare-text.ts";
import { CAPITAL } from "../text/scan.ts";
import { findCritical } from "./critical-words.ts";
import type { TokenRange } from "./find-occurrences.ts";

/** Tokens on a line of their own, with what stands around them. */
export interface Line {
  readonly range: TokenRange;
  readonly before: string;
  readonly after: string;
  readonly text: string;
  /** Small letters, no accents: how labels are compared. */
  readonly plain: string;
}

const MAX_HEADING_TOKENS = 8;
const MAX_UNSPACED_HEADING_TOKENS = 14;
const MAX_BUTTON_TOKENS = 6;
const MIN_PROSE_CHARACTERS = 40;
const CAPTION =
  /^(?:fig|figure|table|chart|exhibit|box|abb|abbildung|tab|tabelle|grafik|figura|tabla|cuadro|grafico|tabela|quadro|tableau|graphique|рис|рисунок|табл|таблица|الشكل|شكل|الجدول|جدول|図|表)[\s.]*\p{Nd}{1,3}(?!\p{Nd})/iu;
const LABEL_ALONE =
  /^(?:fig|figure|table|chart|exhibit|box|abb|abbildung|tab|tabelle|grafik|figura|tabla|cuadro|grafico|tabela|quadro|tableau|graphique|рис|рисунок|табл|таблица|الشكل|شكل|الجدول|جدول|図|表)[\s.]*\p{Nd}{1,3}[a-z]?$/iu;
/** What buttons and boxes of a page say. */
const BUTTONS =
  /(?<!\p{L})(?:share|tweet|teilen|drucken|merken|partager|imprimer|compartir|comparte|imprimir|guardar|partilhar|partilhe|compartilhar|compartilhe|print|download|herunterladen|telecharger|descargar|baixar|subscribe|abonnieren|abonnez|suscribete|subscreva|inscreva|newsletter|cookies?|login|log in|sign in|anmelden|connexion|comments?|kommentare|commentaires|comentarios|follow us|folgen sie|suivez|siguenos|siga|min read|minutes? read|lesezeit|temps de lecture|min de lecture|tiempo de lectura|tempo de leitura|поделиться|подписаться|подпишитесь|скачать|распечатать|комментарии|время чтения|شارك|مشاركة|اشترك|طباعة|تحميل|シェア|共有|印刷|ダウンロード|コメント|会員登録|ログイン)(?!\p{L})/iu;
const BUTTONS_UNSPACED = /シェア|共有する|この記事を|印刷|ダウンロード|会員登録|ログイン/u;
const BYLINE =
  /^(?:by|von|par|por|text|texte|texto|author|autor|autora|auteur|автор|текст|بقلم|كتب|文|取材)(?![\p{L}])/iu;
/** Words of titles that stand at the head or foot of every page. */
const TITLES =
  /(?<!\p{L})(?:report|review|journal|bulletin|magazine|manual|handbook|guide|edition|issue|vol|no|bericht|handbuch|ausgabe|anleitung|nr|rapport|revue|notice|guide|numero|informe|boletin|revista|guia|relatorio|manual|отчет|журнал|выпуск|руководство|تقرير|مجلة|العدد|دليل)(?!\p{L})|報告|年報|取扱説明書|号/iu;
/** Headings under which something else is said than the same words say alone. */
const REPORTED =
  /(?<!\p{L})(?:myths?|criticisms?|controvers\p{L}*|allegations?|rumou?rs?|fiction|satire|examples?|fake|claims?|opinions?|comments?|objections?|arguments?|pros|cons|scenario\p{L}*|hypothes[ei]s|assumptions?|mythen|mythos|kritik|vorwurfe|geruchte|beispiele?|meinung|kommentar|einwande|annahmen|szenari\p{L}*|mythes?|critiques?|rumeurs?|exemples?|avis|hypotheses?|mitos?|criticas?|rumores|ejemplos?|exemplos?|opinion|opiniao|hipotesis|hipoteses|миф\p{L}*|критика|слухи|пример\p{L}*|мнение|خرافات|انتقادات|شائعات|مثال|راي)(?!\p{L})|神話|批判|噂|例|意見|仮説/iu;
const CLOSED = /[.!?。！？؟…]["”»’)\]]*\s*\n/u;
const HEADING_MARK = /\n[ \t]*(?:#{1,6}|■|◆|▼|□|§|【)[ \t]*$/u;

/** "Figure 3: The bridge", "Share this page", "312 pages · $24.95", "– 11 –" and headings between paragraphs. */
export function isLineOfPage(source: PreparedText, line: Line): boolean {
  const isSetApart = /\n\s*\n/u.test(line.before) && /\n\s*\n/u.test(line.after);
  if (HEADING_MARK.test(line.before) && isHeading(source, line)) return true;
  if (!isSetApart || line.text.includes("\n")) return false;
  const length = line.range.to - line.range.from;
  if (isPageNumber(line) || CAPTION.test(line.plain)) return true;
  if (isTitleOfPage(line)) return true;
  if (hasTelling(source, line)) return false;
  const isOpen = !/^["”»’)\]]*[.!?:;,。！？؟]/u.test(line.after);
  const isButton =
    BUTTONS_UNSPACED.test(line.plain) || (length <= MAX_BUTTON_TOKENS && BUTTONS.test(line.plain));
  if (isButton && isOpen) return true;
  if (!CLOSED.test(line.before) || !isOpen) return false;
  if (/\S\s+[·•]\s+\S/u.test(line.text)) return true;
  if (BYLINE.test(line.plain) && length <= MAX_HEADING_TOKENS) return true;
  return isHeading(source, line) && isBeforeProse(source, line);
}

/** "Table 2." and "4. Finance." in front of the first sentence of a paragraph. */
export function isRunInLabel(source: PreparedText, line: Line): boolean {
  if (!line.before.includes("\n") || !/^\s*[.:–—]/u.test(line.after)) return false;
  if (LABEL_ALONE.test(line.plain)) return true;
  const isNumbered = /^\p{Nd}{1,2}(?:\.\p{Nd}{1,2})?[.)]?\s+\p{Lu}[\p{L}\s-]{2,40}$/u.test(
    line.text,
  );
  const isRunIn = /\n\s*\n/u.test(line.before) && /^\.[ \t]+/u.test(line.after);
  return isNumbered && isRunIn && line.range.to - line.range.from <= 5 && !hasTelling(source, line);
}

/** A number between two dashes, unlike the item of a list. */
function isPageNumber({ before, after, text }: Line): boolean {
  const lead = before.slice(before.lastIndexOf("\n") + 1).trim();
  const [tail = ""] = after.split("\n");
  return /^[-–—|·•[(~]$/u.test(lead) && /^\p{Nd}{1,4}$/u.test(text) && tail.trim().length === 1;
}

function isHeading({ flags, lexicon }: PreparedText, { range, text, plain }: Line): boolean {
  const isUnspaced = lexicon.language === "ja";
  const most = isUnspaced ? MAX_UNSPACED_HEADING_TOKENS : MAX_HEADING_TOKENS;
  if (range.to - range.from > most || text.includes("\n") || REPORTED.test(plain)) return false;
  const isCaseless = text.toLowerCase() === text.toUpperCase();
  const isTitle = isCaseless || ((flags[range.from] ?? 0) & CAPITAL) > 0;
  if (!/\p{Nd}/u.test(text)) return isTitle;
  return /^\p{Nd}{1,2}(?:\.\p{Nd}{1,2}){0,2}[.)]?\s+\p{L}[^\p{Nd}]*$/u.test(text);
}

/** "Harbour Report 2021" at the head of every page. */
function isTitleOfPage({ range, text, plain }: Line): boolean {
  if (range.to - range.from > MAX_HEADING_TOKENS || !/^[\p{Lu}\p{Nd}]/u.test(text)) return false;
  return TITLES.test(plain) && /^(?:\p{Nd}{1,4}\s)?[^\p{Nd}.!?]+\s\p{Nd}{1,4}$/u.test(text);
}

function hasTelling(source: PreparedText, { range }: Line): boolean {
  const kinds = ["negation", "hedge", "condition", "contrast", "attribution", "direction"] as const;
  return findCritical(source, range, kinds) !== null;
}

/** Whether a paragraph follows, and not another short line of a list. */
function isBeforeProse({ original, starts }: PreparedText, { range }: Line): boolean {
  const [next = ""] = original.slice(starts[range.to] ?? original.length).split("\n", 1);
  return next.length >= MIN_PROSE_CHARACTERS || /[.!?。！？؟]["”»’)\]]*\s*$/u.test(next);
}
