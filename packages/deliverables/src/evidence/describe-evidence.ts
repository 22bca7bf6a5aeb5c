import type { ClaimEvidence, Deliverable, DocumentClaim } from "../deliverable.ts";
import { cleanText, clip, oneLine } from "../safe-text.ts";
import { readableDate } from "../source-line.ts";
import { problemWords, standingWords, verdictWords } from "./claim-words.ts";
import { evidenceLine } from "./evidence-line.ts";
import { isDoubtful, isFound, textLevel } from "./is-doubtful.ts";
import { textFragmentUrl } from "./text-fragment-url.ts";

const MAX_CLAIMS = 500;
const MAX_ENTRIES_PER_CLAIM = 8;
/** In all claims: what every format can hold and lay out within seconds. */
const MAX_ENTRIES = 1_500;
const MAX_PASSAGE_CHARACTERS = 2_000;
const MAX_AROUND_CHARACTERS = 200;
const MAX_STATEMENT_CHARACTERS = 1_000;
const HASH_DIGITS = 12;

export const EVIDENCE_TITLE = "Evidence";
export const EVIDENCE_NOTE =
  "What each claim rests on: the words as they stand in the text of the source, with what surrounds them.";
/** The label of a link that jumps to a passage. */
export const SHOW_IN_SOURCE = "Show in the source";

/** One quote of a claim; all texts are single lines without anything active. */
export interface EntryView {
  readonly source: number;
  /** Whether the words are the source's own; otherwise they are the quote as the assistant gave it. */
  readonly isFound: boolean;
  readonly isAgainst: boolean;
  readonly before: string;
  readonly words: string;
  readonly after: string;
  /** When the text was read, and how it is recognized. */
  readonly readAt: string;
  readonly hash: string;
  /** Why the words were not taken for the source's own. */
  readonly doubt: string;
  readonly link: string | null;
}

export interface ClaimView {
  readonly number: number;
  readonly statement: string;
  readonly isKey: boolean;
  readonly isDoubtful: boolean;
  /** Status and level: `Found in the source, in text fetched by Trovella`. */
  readonly standing: string;
  readonly audit: string;
  readonly entries: readonly EntryView[];
}

/** A passage of a source on which a cited claim rests. */
export interface SourceNote {
  readonly claim: number;
  readonly passage: string;
  readonly readOn: string;
  readonly link: string | null;
  /** The quote in place of which it stands. */
  readonly quote: string;
}

/** The evidence as every format shows it: bounded, and text only. */
export interface EvidenceView {
  readonly line: string;
  /** Says on top of a draft that it is one, and why. */
  readonly draft: string;
  /** The cited claims, then the others. */
  readonly claims: readonly ClaimView[];
  readonly omitted: string;
  readonly notes: ReadonlyMap<number, readonly SourceNote[]>;
}

export function describeEvidence(
  { evidence }: Pick<Deliverable, "evidence">,
  cited: readonly number[],
): EvidenceView | null {
  if (!evidence || (evidence.claims.length === 0 && evidence.state === "final")) return null;
  const isCited = new Set(cited);
  const ordered = evidence.claims.toSorted(
    (a, b) => Number(isCited.has(b.number)) - Number(isCited.has(a.number)) || a.number - b.number,
  );
  const shown = withinLimits(ordered);
  const omitted = ordered.length - shown.length;
  const hasDoubt = ordered.some(({ number, status }) => isCited.has(number) && isDoubtful(status));
  const line = evidenceLine(ordered, { cited: isCited.size });
  return {
    line: `${line}${hasDoubt ? ". A question mark stands behind what was not found in its source." : ""}`,
    draft: draftLine(evidence),
    claims: shown.map(describeClaim),
    omitted: omitted > 0 ? `${omitted} more claims are left out here.` : "",
    notes: notesOf(shown.filter(({ number }) => isCited.has(number))),
  };
}

function draftLine({ state, reason }: NonNullable<Deliverable["evidence"]>): string {
  if (state === "final") return "";
  return `Draft. ${oneLine(reason, 1_000) || "Not everything in it was found in its sources."}`;
}

function withinLimits(claims: readonly DocumentClaim[]): DocumentClaim[] {
  let entries = 0;
  const shown: DocumentClaim[] = [];
  for (const claim of claims.slice(0, MAX_CLAIMS)) {
    entries += Math.min(claim.evidence.length, MAX_ENTRIES_PER_CLAIM);
    if (entries > MAX_ENTRIES) break;
    shown.push({ ...claim, evidence: claim.evidence.slice(0, MAX_ENTRIES_PER_CLAIM) });
  }
  return shown;
}

function describeClaim(claim: DocumentClaim): ClaimView {
  const { number, isKey, status, problems, audit } = claim;
  const reservations = status === "weak" ? problemWords(problems).join("; ") : "";
  const standing = standingWords(status, textLevel(claim));
  return {
    number,
    statement: oneLine(claim.statement, MAX_STATEMENT_CHARACTERS),
    isKey,
    isDoubtful: isDoubtful(status),
    standing: reservations ? `${standing}: ${reservations}` : standing,
    audit: audit ? auditWords(audit) : "",
    entries: claim.evidence.map(describeEntry),
  };
}

function auditWords({ by, at, verdict }: NonNullable<DocumentClaim["audit"]>): string {
  const said = { agree: "agrees", disagree: "disagrees", unsure: "is not sure" }[verdict];
  return `${oneLine(by, 100) || "Somebody"} checked it on ${readableDate(at)} and ${said}.`;
}

function describeEntry(entry: ClaimEvidence): EntryView {
  const found = isFound(entry);
  const { passage, prefix, suffix, quote, fetchedAt } = entry;
  return {
    source: entry.source,
    isFound: found,
    isAgainst: entry.stance === "contradicts",
    before: found ? startOf(prefix) : "",
    words: found ? passageOf(entry) : quoted(oneLine(quote, MAX_PASSAGE_CHARACTERS)),
    after: found ? endOf(suffix) : "",
    readAt: fetchedAt ? `${fetchedAt.toISOString().slice(0, 16).replace("T", " ")} UTC` : "",
    hash: /^[0-9a-f]{12,}$/i.exec(entry.textSha256 ?? "")?.[0].slice(0, HASH_DIGITS) ?? "",
    doubt: found ? "" : verdictWords(entry.verdict),
    link: found ? textFragmentUrl(entry.url, { passage: passage ?? "", prefix }) : null,
  };
}

function passageOf({ passage }: ClaimEvidence): string {
  return oneLine(passage, MAX_PASSAGE_CHARACTERS);
}

function quoted(words: string): string {
  return words && `“${words}”`;
}

/** What stands before a passage, with an ellipsis where it is cut off. */
function startOf(prefix: string): string {
  const text = cleanText(prefix).replace(/\s+/g, " ").trimStart().slice(-MAX_AROUND_CHARACTERS);
  if (text.trim() === "") return "";
  const isCut = prefix.length >= MAX_AROUND_CHARACTERS;
  return `${isCut ? "…" : ""}${text.toWellFormed().replace(/^\uFFFD/, "")}`;
}

function endOf(suffix: string): string {
  const text = cleanText(suffix).replace(/\s+/g, " ").trimEnd().slice(0, MAX_AROUND_CHARACTERS);
  if (text.trim() === "") return "";
  const isCut = suffix.length >= MAX_AROUND_CHARACTERS;
  return `${text.toWellFormed().replace(/\uFFFD$/, "")}${isCut ? "…" : ""}`;
}

function notesOf(claims: readonly DocumentClaim[]): Map<number, SourceNote[]> {
  const notes = new Map<number, SourceNote[]>();
  for (const { number, evidence } of claims) {
    for (const entry of evidence.filter((one) => one.stance === "supports" && isFound(one))) {
      const { source, passage, prefix, fetchedAt, url, quote } = entry;
      const own = notes.get(source) ?? [];
      const words = passageOf(entry);
      if (own.some((note) => note.passage === words)) continue;
      const link = textFragmentUrl(url, { passage: passage ?? "", prefix });
      const readOn = fetchedAt ? readableDate(fetchedAt) : "";
      notes.set(source, [
        ...own,
        { claim: number, passage: words, readOn, link, quote: oneLine(quote, 5_000) },
      ]);
    }
  }
  return notes;
}

/** The stored quotes of a source that no note gives in the source's own words. */
export function furtherQuotes(
  quotes: readonly string[],
  notes: readonly SourceNote[] = [],
): readonly string[] {
  return quotes.filter((quote) => {
    return !notes.some((note) => note.quote === quote || note.passage === quote);
  });
}

/** `[3]`, when it was read, and what identifies its text. */
export function entryLine({ source, isAgainst, readAt, hash, doubt }: EntryView): string {
  const parts = [
    isAgainst ? `Source [${source}] says the contrary` : `Source [${source}]`,
    ...(readAt ? [`read ${readAt}`] : []),
    ...(hash ? [`text SHA-256 ${hash}`] : []),
    ...(doubt ? [`quote ${doubt}`] : []),
  ];
  return `${parts.join(", ")}.`;
}

/** Shortened to one line for lists that have little room. */
export function noteLine({ passage, readOn }: SourceNote, most: number): string {
  return `“${clip(passage, most)}”${readOn ? ` (read ${readOn})` : ""}`;
}
