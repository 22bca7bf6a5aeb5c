import { t } from "../language/messages.ts";

export interface SourceDetails {
  readonly title: string;
  readonly author: string | null;
  readonly publishedAt: string | null;
  readonly retrievedAt: string | null;
  readonly url: string | null;
  readonly doi: string | null;
}

/** A source as one line of plain text, to be pasted into a footnote. */
export function citationText(source: SourceDetails): string {
  const { title, author, publishedAt, retrievedAt, url, doi } = source;
  const place = doi ? `https://doi.org/${doi}` : url;
  const retrieved =
    retrievedAt && !doi ? t("retrieved {date}", { date: retrievedAt.slice(0, 10) }) : null;
  const sentences = [author, title, publishedAt].flatMap((part) => (part ? [ended(part)] : []));
  return [...sentences, [place, retrieved].filter(Boolean).join(", ")].join(" ").trim();
}

/** The text on one line, ending in a full stop or another terminator. */
function ended(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
