import { isStanding, type QuoteCheck, type QuoteVerdict } from "@trovella/evidence";
import { type Block, citedIn, type Inline, wordsOf } from "./blocks.ts";
import { type BrokenMarker, brokenMarkersIn } from "./broken-markers.ts";
import { isClaimRef, markerOf } from "./citations.ts";
import type { Deliverable, Source } from "./deliverable.ts";
import { type ClaimReport, lintClaims } from "./evidence/lint-claims.ts";
import { type Finding, findingsIn, inlinesOf } from "./findings.ts";
import { LINT_CODES, type LintFinding } from "./lint-finding.ts";
import { isOwnConclusion, isUncitedSection, OWN_CONCLUSION_EXAMPLES } from "./own-conclusion.ts";
import { QuotationSearch, quotationsIn } from "./quotations.ts";
import { readDocument } from "./read-document.ts";
import { clip, oneLine } from "./safe-text.ts";
import { describeSource } from "./source-line.ts";

/** The findings, and the counts that decide about a document under the strict policy. */
export interface LintReport extends Omit<ClaimReport, "findings"> {
  readonly findings: readonly LintFinding[];
  /** How many there are of each kind, listed or not. */
  readonly counts: Readonly<Partial<Record<LintFinding["code"], number>>>;
  /** Statements that should name a source, and how many of them do. */
  readonly statements: { readonly total: number; readonly cited: number };
}

export interface StoredTexts {
  /** The stored texts that mention the source, or null when they are not at hand. */
  textsOf(number: number): readonly string[] | null;
}

const MAX_FINDINGS_PER_CODE = 25;
const MAX_CHARACTERS = 30_000;
const MIN_FINDING_LENGTH = 40;
const MAX_EXCERPT = 120;
const MAX_PASSAGE = 300;
/** Each is looked for in all stored texts of its sources. */
const MAX_QUOTATIONS = 300;

/** Findings by kind, in the order of LINT_CODES; their JSON is at most `maxCharacters` long, but at least one finding of each kind is kept. */
export function lintDeliverable(
  deliverable: Deliverable,
  texts: StoredTexts,
  { maxCharacters = MAX_CHARACTERS } = {},
): LintReport {
  const document = readDocument(deliverable, { keepsOwn: true });
  const lead = leadOf(document.blocks);
  const findings = findingsIn(document.blocks);
  const { findings: ofClaims, ...counts } = lintClaims(deliverable, document, lead);
  // The claims are compared with every sentence then.
  const isStrict = deliverable.evidence?.policy === "strict" && counts.claims.total > 0;
  const statements = findings.slice(findingsIn(lead).length).filter(needsSource);
  const all = [
    ...document.unknownRefs.map(unresolvedMarker),
    ...brokenMarkers(document.blocks, { hasClaims: counts.claims.total > 0 }),
    ...deliverable.sources.flatMap(sourceWithoutLink),
    ...quotesNotFound(document.blocks, deliverable.sources, texts),
    ...(isStrict ? [] : statements.filter(isUnreported).map(findingWithoutSource)),
    ...ofClaims,
  ];
  const kinds = LINT_CODES.map((code) => all.filter((finding) => finding.code === code));
  let most = MAX_FINDINGS_PER_CODE;
  let shown = kinds.flatMap((findings) => bounded(findings, most));
  while (most > 1 && JSON.stringify(shown).length > maxCharacters) {
    most -= 1;
    shown = kinds.flatMap((findings) => bounded(findings, most));
  }
  return {
    findings: shown,
    counts: Object.fromEntries(
      LINT_CODES.map((code, index) => [code, kinds[index]?.length ?? 0]).filter(
        ([, count]) => count !== 0,
      ),
    ),
    statements: { total: statements.length, cited: statements.filter(isCited).length },
    ...counts,
  };
}

/** The blocks that give the answer: those before the first section, below a title if there is one. */
function leadOf(blocks: readonly Block[]): readonly Block[] {
  const headings = blocks.flatMap((block, index) => (block.kind === "heading" ? [index] : []));
  const isTop = (index: number) => {
    const block = blocks[index];
    return block?.kind === "heading" && block.level === 1;
  };
  const [first, second] = headings;
  const isTitle = first === 0 && headings.filter(isTop).length === 1 && isTop(first);
  return blocks.slice(0, (isTitle ? second : first) ?? 0);
}

function unresolvedMarker(ref: string): LintFinding {
  const shown = clip(oneLine(ref), 100);
  if (isClaimRef(ref)) {
    return {
      code: "UNRESOLVED_MARKER",
      message: `${markerOf(shown)} names no claim of this plan. Next: cite the number of a claim that record_claims returned, such as [clm:7], or the source itself.`,
      excerpt: markerOf(shown),
    };
  }
  return {
    code: "UNRESOLVED_MARKER",
    message: `[src:${shown}] names no source of this plan. Next: cite a ref that store_research returned, such as [src:7], or of another plan [src:p-k7q2x9/7].`,
    sourceId: shown,
  };
}

function brokenMarkers(
  blocks: readonly Block[],
  { hasClaims }: { readonly hasClaims: boolean },
): LintFinding[] {
  const found = blocks.flatMap(inlinesOf).flatMap((inline) => {
    return inline.kind === "text" && !inline.code ? brokenMarkersIn(inline.text) : [];
  });
  const markers = found.filter(({ ref }) => hasClaims || ref === null || !isClaimRef(ref));
  const unique = new Map(markers.map((marker) => [marker.found, marker]));
  return [...unique.values()].map(brokenMarker);
}

function brokenMarker({ found, ref }: BrokenMarker): LintFinding {
  const shown = clip(oneLine(found), 100);
  const message =
    ref === null
      ? `${shown} is a number of your own, which leads to no source. Next: write [src:7] with the ref of the source instead; if it is no citation, write it as code: \`${shown}\`.`
      : `${shown} is not read as a citation. Next: write ${markerOf(clip(oneLine(ref), 100))} instead.`;
  return { code: ref === null ? "OWN_NUMBERING" : "BROKEN_MARKER", message, excerpt: shown };
}

function sourceWithoutLink(source: Source): LintFinding[] {
  if (describeSource(source).link) return [];
  const reason = source.url ? "a link that cannot be followed" : "no link and no DOI";
  return [
    {
      code: "SOURCE_WITHOUT_LINK",
      message: `The source has ${reason}. Next: store it with its http or https url or its doi, and cite the ref that comes back.`,
      sourceId: source.refs[0] ?? String(source.number),
      excerpt: oneLine(source.title, MAX_EXCERPT),
    },
  ];
}

function quotesNotFound(
  blocks: readonly Block[],
  sources: readonly Source[],
  texts: StoredTexts,
): LintFinding[] {
  const byNumber = new Map(sources.map((source) => [source.number, source]));
  const search = new QuotationSearch();
  return blocks
    .flatMap(statementsIn)
    .flatMap((inlines) => {
      const cited = citedIn(inlines).flatMap((number) => byNumber.get(number) ?? []);
      const words = wordsOf(inlines);
      return cited.length > 0 ? quotationsIn(words).map((words) => ({ words, cited })) : [];
    })
    .slice(0, MAX_QUOTATIONS)
    .flatMap((quotation) => quotationProblem(quotation, search, texts));
}

function quotationProblem(
  { words, cited }: Quotation,
  search: QuotationSearch,
  texts: StoredTexts,
): LintFinding[] {
  let altered: QuoteCheck | null = null;
  for (const { number, title, quotes } of cited) {
    const stored = texts.textsOf(number);
    if (!stored) return [];
    for (const text of [title, ...quotes, ...stored]) {
      const check = search.check(text, words);
      if (!check || isStanding(check) || !REFUSED.includes(check.verdict)) return [];
      if (check.verdict === "altered") altered = check;
    }
  }
  return [altered ? quoteAltered({ words, cited }, altered) : quoteNotFound({ words, cited })];
}

/** Other verdicts say that it could not be told. */
const REFUSED: readonly QuoteVerdict[] = ["altered", "absent"];

/** Paragraphs, list items and rows of tables. */
function statementsIn(block: Block): (readonly Inline[])[] {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return [block.inlines];
    case "quote":
      return block.blocks.flatMap(statementsIn);
    case "list":
      return block.items.flat().flatMap(statementsIn);
    case "table":
      return block.rows.map((row) => row.flat());
    case "code":
    case "rule":
      return [];
  }
}

interface Quotation {
  readonly words: string;
  /** The sources cited beside it. */
  readonly cited: readonly Source[];
}

const markersOf = (cited: readonly Source[]) =>
  cited.map(({ refs, number }) => `[src:${refs[0] ?? number}]`).join(", ");

function quoteAltered({ words, cited }: Quotation, { closest }: QuoteCheck): LintFinding {
  const passage = oneLine(closest?.text ?? "", MAX_PASSAGE);
  return {
    code: "QUOTE_ALTERED",
    message: `What is stored of ${markersOf(cited)} says ‘${passage}’. Next: quote it as it stands there, or take the quotation marks away.`,
    excerpt: oneLine(words, MAX_EXCERPT),
  };
}

function quoteNotFound({ words, cited }: Quotation): LintFinding {
  return {
    code: "QUOTE_NOT_FOUND",
    message: `This quotation is in nothing that was stored of ${markersOf(cited)}. Next: use the stored words, or store the passage as quote of the source with store_research, or take the quotation marks away.`,
    excerpt: oneLine(words, MAX_EXCERPT),
  };
}

function needsSource({ sections, text }: Finding): boolean {
  const isFinding = text.length >= MIN_FINDING_LENGTH && !text.endsWith(":");
  return isFinding && !isOwnConclusion(text) && !sections.some(isUncitedSection);
}

function isCited({ numbers, claims }: Finding): boolean {
  return numbers.length > 0 || claims.length > 0;
}

/** A marker that names no source or cannot be read has a finding of its own already. */
function isUnreported(finding: Finding): boolean {
  const { text } = finding;
  return !isCited(finding) && !text.includes("[?]") && brokenMarkersIn(text).length === 0;
}

function findingWithoutSource({ text }: Finding): LintFinding {
  return {
    code: "FINDING_WITHOUT_SOURCE",
    message: `This statement names no source. Next: add the ref of its source, such as [src:7], or [own] if it is your own conclusion (documents do not show it); words such as ${OWN_CONCLUSION_EXAMPLES} do too.`,
    excerpt: oneLine(text, MAX_EXCERPT),
  };
}

/** The first findings of a kind; those that say the same as the first refer to it. */
function bounded(findings: readonly LintFinding[], most: number): LintFinding[] {
  const [first] = findings;
  const hidden = Math.max(0, findings.length - most);
  const shown = findings.slice(0, most).map((finding, index) => {
    const isRepeated = index > 0 && finding.message === first?.message;
    return isRepeated ? { ...finding, message: "As above." } : finding;
  });
  if (!first || hidden === 0) return shown;
  const message = `${hidden} more of this kind are not listed. Next: fix the ones above and store the output again.`;
  return [...shown, { code: first.code, message }];
}
