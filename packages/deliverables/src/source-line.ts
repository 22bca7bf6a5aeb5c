import type { Source } from "./deliverable.ts";
import { oneLine, safeLink } from "./safe-text.ts";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

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
    title: oneLine(source.title, 500) || "Untitled source",
    author: oneLine(source.author, 300),
    published: dayOf(source.publishedAt),
    retrieved: dayOf(source.retrievedAt),
    link: safeLink(source.url) ?? (isDoi(doi) ? safeLink(`https://doi.org/${doi}`) : null),
    doi,
    quotes: source.quotes.map((quote) => oneLine(quote, 5_000)).filter((quote) => quote !== ""),
  };
}

/** Author, title and dates as one sentence; the link is left to the format. */
export function sourceSentence(line: SourceLine): string {
  const origin = [line.author, line.published].filter((part) => part !== "").join(", ");
  const retrieved = line.retrieved && ` Retrieved ${line.retrieved}.`;
  return `${line.title}${/[.!?…]$/.test(line.title) ? "" : "."}${origin && ` ${origin}.`}${retrieved}`;
}

/** 15 November 2026, the same wherever it is rendered. */
export function readableDate(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

export function isDoi(text: string): boolean {
  return /^10\.\d{4,9}\/\S+$/.test(text);
}

/** The day of a full timestamp; anything else people write as a date stays as it is. */
function dayOf(text: string | null): string {
  const line = oneLine(text, 100);
  return /^\d{4}-\d{2}-\d{2}T/.test(line) ? line.slice(0, 10) : line;
}
