import type { Deliverable, Source } from "./deliverable.ts";
import { readDocument } from "./document.ts";
import { findingsIn } from "./findings.ts";
import { clip, oneLine } from "./safe-text.ts";
import { describeSource } from "./source-line.ts";

export const LINT_CODES = [
  "UNRESOLVED_MARKER",
  "SOURCE_WITHOUT_LINK",
  "QUOTE_NOT_FOUND",
  "FINDING_WITHOUT_SOURCE",
] as const;
type LintCode = (typeof LINT_CODES)[number];

/** A problem that the author should look at. */
export interface LintFinding {
  readonly code: LintCode;
  readonly message: string;
  readonly sourceId?: string;
  readonly excerpt?: string;
}

export interface StoredTexts {
  /** The stored text of what the source came from, or null when none is kept. */
  textOf(sourceId: string): string | null;
}

const MAX_FINDINGS_PER_CODE = 25;
const MAX_CHARACTERS = 30_000;
const MIN_FINDING_LENGTH = 40;
const MAX_EXCERPT = 120;
/** Sections that say how the work was done or what follows from it, not what was found. */
const NOT_FINDINGS =
  /^\W*(\d+[.)]?\s*)?(what would change|method|approach|scope|limit|open question|next step|recommend|source|reference|bibliograph|note|content|appendix|about|question)/i;

/** Phrases that mark a statement as the author's own conclusion. */
const OWN_CONCLUSION =
  /\b(we|I) (infer|conclude|assume|estimate|recommend|suggest|think|expect)\b|\b(in )?(our|my) (own )?(view|opinion|judge?ment|conclusion|estimate|recommendation)\b/i;

/** Findings by kind; their JSON is at most `maxCharacters` long, but at least one finding of each kind is kept. */
export function lintDeliverable(
  deliverable: Deliverable,
  texts: StoredTexts,
  { maxCharacters = MAX_CHARACTERS } = {},
): LintFinding[] {
  const document = readDocument(deliverable);
  const all = [
    ...document.unknownIds.map(unresolvedMarker),
    ...deliverable.sources.flatMap(sourceWithoutLink),
    ...deliverable.sources.flatMap((source) => quoteNotFound(source, texts)),
    ...findingsIn(document.blocks).flatMap(({ section, text, numbers }) => {
      const isFinding = text.length >= MIN_FINDING_LENGTH && !text.endsWith(":");
      // A marker that names no source has a finding of its own already.
      const isTold = text.includes("[?]") || numbers.length > 0 || OWN_CONCLUSION.test(text);
      if (!isFinding || isTold || NOT_FINDINGS.test(section)) return [];
      return [findingWithoutSource(text)];
    }),
  ];
  const kinds = LINT_CODES.map((code) => all.filter((finding) => finding.code === code));
  let most = MAX_FINDINGS_PER_CODE;
  let shown = kinds.flatMap((findings) => bounded(findings, most));
  while (most > 1 && JSON.stringify(shown).length > maxCharacters) {
    most -= 1;
    shown = kinds.flatMap((findings) => bounded(findings, most));
  }
  return shown;
}

function unresolvedMarker(id: string): LintFinding {
  const shown = clip(oneLine(id), 100);
  return {
    code: "UNRESOLVED_MARKER",
    message: `The marker [src:${shown}] names no source of this output. Next: use an id that store_research returned, or store the source first.`,
    sourceId: shown,
  };
}

function sourceWithoutLink(source: Source): LintFinding[] {
  if (describeSource(source).link) return [];
  const reason = source.url ? "a link that cannot be followed" : "no link and no DOI";
  return [
    {
      code: "SOURCE_WITHOUT_LINK",
      message: `The source has ${reason}. Next: store it again with the http or https URL it was read from.`,
      sourceId: source.id,
      excerpt: oneLine(source.title, MAX_EXCERPT),
    },
  ];
}

function quoteNotFound(source: Source, { textOf }: StoredTexts): LintFinding[] {
  if (!source.quote?.trim()) return [];
  const text = textOf(source.id);
  if (text === null || containsQuote(text, source.quote)) return [];
  return [
    {
      code: "QUOTE_NOT_FOUND",
      message:
        "The quote of this source does not occur in the text that was stored with it. Next: store the passage it stands in, word for word, or remove the quote.",
      sourceId: source.id,
      excerpt: oneLine(source.quote, MAX_EXCERPT),
    },
  ];
}

function findingWithoutSource(text: string): LintFinding {
  return {
    code: "FINDING_WITHOUT_SOURCE",
    message:
      "This statement names no source. Next: add [src:ID] after it, or say in the text that it is your own conclusion.",
    excerpt: oneLine(text, MAX_EXCERPT),
  };
}

/** Whether all parts of the quote occur in order; an ellipsis stands for what was left out. */
function containsQuote(text: string, quote: string): boolean {
  const searched = comparable(text);
  let from = 0;
  return quote.split(/\[?(?:…|\.{3,})\]?/).every((part) => {
    const wanted = comparable(part);
    const index = searched.indexOf(wanted, from);
    from = index + wanted.length;
    return index >= 0;
  });
}

/** Typography, markup and line breaks differ between a page and its copy; words do not. */
function comparable(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u00AD\u200B-\u200D\uFEFF*_`]/g, "")
    .replace(/[‘’‚‛“”„‟«»'"]/g, "")
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

function bounded(findings: readonly LintFinding[], most: number): LintFinding[] {
  const [first] = findings;
  const shown = findings.slice(0, most);
  const hidden = findings.length - shown.length;
  if (!first || hidden === 0) return shown;
  const message = `${hidden} more of this kind are not listed. Next: fix the ones above and store the output again.`;
  return [...shown, { code: first.code, message }];
}
