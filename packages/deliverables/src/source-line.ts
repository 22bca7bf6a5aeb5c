import type { Source } from "./deliverable.ts";
import { en } from "./languages/en.ts";
import type { Labels } from "./languages/labels.ts";
import { dateIn, labelsFor } from "./languages/labels-for.ts";
import type { DocumentLanguage } from "./languages/language.ts";
import { oneLine, safeLink } from "./safe-text.ts";

/** The displayed parts of a source, sanitized. */
export interface SourceLine {
  readonly title: string;
  readonly author: string;
  readonly published: string;
  readonly retrieved: string;
  readonly link: string | null;
  readonly doi: string;
  readonly quotes: readonly string[];
}

export function describeSource(source: Source): SourceLine {
  const doi = oneLine(source.doi, 200).replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, "");
  return {
    title: oneLine(source.title, 500) || en.text.untitledSource,
    author: oneLine(source.author, 300),
    published: dayOf(source.publishedAt),
    retrieved: dayOf(source.retrievedAt),
    link: safeLink(source.url) ?? (isDoi(doi) ? safeLink(`https://doi.org/${doi}`) : null),
    doi,
    quotes: source.quotes.map((quote) => oneLine(quote, 5_000)).filter((quote) => quote !== ""),
  };
}

/** Author, title and dates as one sentence; the link is left to the format. */
export function sourceSentence(line: SourceLine, language: DocumentLanguage): string {
  const { text } = labelsFor(language);
  const published = dayIn(language, line.published);
  const origin = [line.author, published]
    .filter((part) => part !== "")
    .map((part) => (language === "ar" ? isolated(part) : part))
    .join(", ");
  const retrieved = line.retrieved && ` ${text.retrieved(dayIn(language, line.retrieved))}`;
  return `${line.title}${/[.!?…。]$/.test(line.title) ? "" : "."}${origin && ` ${origin}.`}${retrieved}`;
}

/** A source without a title is named in the language of the document. */
export function titled<Titled extends Source>(source: Titled, { text }: Labels): Titled {
  return oneLine(source.title, 500) === "" ? { ...source, title: text.untitledSource } : source;
}

/** A whole date as the language writes it; anything else people write stays as it is. */
function dayIn(language: DocumentLanguage, day: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  return date && !Number.isNaN(date.getTime()) ? dateIn(language, date) : day;
}

/** Names and dates of another direction keep their own order. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

export function isDoi(text: string): boolean {
  return /^10\.\d{4,9}\/\S+$/.test(text);
}

/** The day of a full timestamp; anything else people write as a date stays as it is. */
function dayOf(text: string | null): string {
  const line = oneLine(text, 100);
  return /^\d{4}-\d{2}-\d{2}T/.test(line) ? line.slice(0, 10) : line;
}
