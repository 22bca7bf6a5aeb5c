/** An entry of a bibliography. */
export interface Reference {
  /** What the bibliography calls it. */
  readonly key: string | null;
  readonly title: string;
  readonly authors: readonly string[];
  /** As it is printed: a year, a date. */
  readonly publishedAt: string | null;
  readonly url: string | null;
  readonly doi: string | null;
  /** The journal or book it is in. */
  readonly container: string | null;
  readonly abstract: string | null;
  readonly keywords: readonly string[];
  /** What people wrote about it. */
  readonly notes: readonly string[];
  /** Files that belong to it, by their paths beside the bibliography. */
  readonly attachments: readonly string[];
}

export interface Bibliography {
  readonly references: readonly Reference[];
  /** Why entries were left out, as sentences. */
  readonly problems: readonly string[];
}

/** Far above any library of a person. */
const MAX_REFERENCES = 50_000;
const MAX_PROBLEMS = 100;
const MAX_NOTES = 100;

interface ReferenceParts {
  readonly key?: string | undefined;
  readonly title: string | undefined;
  readonly authors: readonly string[];
  readonly publishedAt?: string | undefined;
  /** Those that are a web address and a DOI are taken, whatever field they stood in. */
  readonly addresses: readonly (string | undefined)[];
  readonly container?: string | undefined;
  readonly abstract?: string | undefined;
  readonly keywords?: readonly string[];
  readonly notes?: readonly string[];
  readonly attachments?: readonly string[];
}

/** Null for an entry without a title, which nobody could recognise. */
export function referenceOf(parts: ReferenceParts): Reference | null {
  const title = line(parts.title);
  if (title === null) return null;
  const addresses = parts.addresses.flatMap((address) => line(address) ?? []);
  return {
    key: line(parts.key)?.slice(0, 200) ?? null,
    title,
    authors: parts.authors.flatMap((author) => line(author) ?? []),
    publishedAt: line(parts.publishedAt)?.slice(0, 40) ?? null,
    url: addresses.find((text) => isWebAddress(text) && doiIn(text) === null) ?? null,
    doi: addresses.map(doiIn).find((doi) => doi !== null) ?? null,
    container: line(parts.container),
    abstract: trimmed(parts.abstract),
    keywords: (parts.keywords ?? []).flatMap((keyword) => line(keyword) ?? []),
    notes: (parts.notes ?? []).flatMap((note) => trimmed(note) ?? []).slice(0, MAX_NOTES),
    attachments: (parts.attachments ?? []).flatMap((path) => line(path) ?? []),
  };
}

/** Collects references up to the limit, and what was wrong with others. */
export class BibliographyBuilder {
  private readonly references: Reference[] = [];
  private readonly problems: string[] = [];
  private left = 0;

  add(reference: Reference | null, place: string): void {
    if (reference === null) this.note(`${place} has no title.`);
    else if (this.references.length >= MAX_REFERENCES) this.left += 1;
    else this.references.push(reference);
  }

  note(problem: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
  }

  build(): Bibliography {
    const { references, problems, left } = this;
    const rest = left > 0 ? [`${left} entries beyond ${MAX_REFERENCES} were left out.`] : [];
    return { references, problems: [...problems, ...rest] };
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && text.length <= 2_000 && URL.canParse(text);
}

const DOI = /^(?:https?:\/\/(?:www\.|dx\.)?doi\.org\/|doi:?\s*)?(10\.\d{4,9}\/\S+)$/i;

function doiIn(text: string): string | null {
  const doi = DOI.exec(text)?.[1];
  return doi === undefined || doi.length > 300 ? null : doi;
}

/** On one line; null when nothing is left. */
function line(text: string | undefined): string | null {
  return trimmed(text?.replace(/\s+/g, " "));
}

function trimmed(text: string | undefined): string | null {
  return text?.trim() || null;
}
