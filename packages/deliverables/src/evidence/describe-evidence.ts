import type { ClaimEvidence, Deliverable, DocumentClaim } from "../deliverable.ts";
import type { Labels } from "../languages/labels.ts";
import { dateIn, labelsFor } from "../languages/labels-for.ts";
import type { DocumentLanguage } from "../languages/language.ts";
import { cleanText, clip, oneLine } from "../safe-text.ts";
import { problemWords, standingWords, verdictWords } from "./claim-words.ts";
import { draftReasonIn } from "./draft-reason.ts";
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
  /** Source, when it was read and what identifies its text, as a sentence. */
  readonly line: string;
}

export interface ClaimView {
  readonly number: number;
  /** `Claim 7, key` */
  readonly name: string;
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
  /** `Claim 7` */
  readonly claimName: string;
  /** `Read 3 March 2026.`, empty where that is not known. */
  readonly readSentence: string;
  /** The passage in quotation marks. */
  readonly quoted: string;
  /** `(read 3 March 2026, claim 7)` */
  readonly about: string;
  /** `(read 3 March 2026)`, empty where that is not known. */
  readonly read: string;
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
  language: DocumentLanguage = "en",
): EvidenceView | null {
  if (!evidence || (evidence.claims.length === 0 && evidence.state === "final")) return null;
  const isCited = new Set(cited);
  const ordered = evidence.claims.toSorted(
    (a, b) => Number(isCited.has(b.number)) - Number(isCited.has(a.number)) || a.number - b.number,
  );
  const shown = withinLimits(ordered);
  const omitted = ordered.length - shown.length;
  const hasDoubt = ordered.some(({ number, status }) => isCited.has(number) && isDoubtful(status));
  const line = evidenceLine(ordered, { cited: isCited.size, language });
  const { claims: words, marks } = labelsFor(language);
  return {
    line: hasDoubt ? `${line}${sentenceEnd(marks.stop)}${words.questionMark}` : line,
    draft: draftLine(evidence, language),
    claims: shown.map((claim) => describeClaim(claim, language)),
    omitted: omitted > 0 ? words.omitted(omitted) : "",
    notes: notesOf(
      shown.filter(({ number }) => isCited.has(number)),
      language,
    ),
  };
}

function draftLine(
  { state, reason }: NonNullable<Deliverable["evidence"]>,
  language: DocumentLanguage,
): string {
  if (state === "final") return "";
  const { text, claims } = labelsFor(language);
  const stored = oneLine(reason, 1_000);
  return text.draft(stored ? draftReasonIn(language, stored) : claims.reasons.unknown);
}

/** No space follows the full stops of Chinese and Japanese. */
function sentenceEnd(stop: string): string {
  return stop === "." ? ". " : stop;
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

function describeClaim(claim: DocumentClaim, language: DocumentLanguage): ClaimView {
  const { number, isKey, status, problems, audit } = claim;
  const { claims: words, marks } = labelsFor(language);
  const reservations = status === "weak" ? problemWords(words, problems).join(marks.semicolon) : "";
  const standing = standingWords(words, status, textLevel(claim));
  return {
    number,
    name: words.name({ number, isKey }),
    statement: oneLine(claim.statement, MAX_STATEMENT_CHARACTERS),
    isKey,
    isDoubtful: isDoubtful(status),
    standing: reservations ? `${standing}${marks.colon}${reservations}` : standing,
    audit: audit ? auditWords(audit, language) : "",
    entries: claim.evidence.map((entry) => describeEntry(entry, labelsFor(language))),
  };
}

function auditWords(
  { by, at, verdict }: NonNullable<DocumentClaim["audit"]>,
  language: DocumentLanguage,
): string {
  const { audit, somebody } = labelsFor(language).claims;
  const name = oneLine(by, 100) || somebody;
  return capitalized(audit({ by: name, on: dateIn(language, at), verdict }));
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeEntry(entry: ClaimEvidence, labels: Labels): EntryView {
  const found = isFound(entry);
  const { passage, prefix, suffix, quote, fetchedAt } = entry;
  const view = {
    source: entry.source,
    isFound: found,
    isAgainst: entry.stance === "contradicts",
    before: found ? startOf(prefix) : "",
    words: found ? passageOf(entry) : quotedIn(labels, oneLine(quote, MAX_PASSAGE_CHARACTERS)),
    after: found ? endOf(suffix) : "",
    readAt: fetchedAt ? `${fetchedAt.toISOString().slice(0, 16).replace("T", " ")} UTC` : "",
    hash: /^[0-9a-f]{12,}$/i.exec(entry.textSha256 ?? "")?.[0].slice(0, HASH_DIGITS) ?? "",
    doubt: found ? "" : verdictWords(labels.claims, entry.verdict),
    link: found ? textFragmentUrl(entry.url, { passage: passage ?? "", prefix }) : null,
  };
  return { ...view, line: entrySentence(view, labels) };
}

function passageOf({ passage }: ClaimEvidence): string {
  return oneLine(passage, MAX_PASSAGE_CHARACTERS);
}

function quotedIn({ quoted }: Labels, words: string): string {
  return words && quoted(words);
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

function notesOf(
  claims: readonly DocumentClaim[],
  language: DocumentLanguage,
): Map<number, SourceNote[]> {
  const notes = new Map<number, SourceNote[]>();
  for (const { number, evidence } of claims) {
    for (const entry of evidence.filter((one) => one.stance === "supports" && isFound(one))) {
      const { source, passage, prefix, fetchedAt, url, quote } = entry;
      const own = notes.get(source) ?? [];
      const words = passageOf(entry);
      if (own.some((note) => note.passage === words)) continue;
      const link = textFragmentUrl(url, { passage: passage ?? "", prefix });
      const readOn = fetchedAt ? dateIn(language, fetchedAt) : "";
      const note = { claim: number, passage: words, readOn, link, quote: oneLine(quote, 5_000) };
      notes.set(source, [...own, withWords(note, labelsFor(language))]);
    }
  }
  return notes;
}

function withWords(
  note: Pick<SourceNote, "claim" | "passage" | "readOn" | "link" | "quote">,
  { claims, marks, bracketed, quoted }: Labels,
): SourceNote {
  const read = note.readOn ? [claims.readOn(note.readOn)] : [];
  return {
    ...note,
    claimName: claims.name({ number: note.claim, isKey: false }),
    readSentence: read.map((words) => `${capitalized(words)}${marks.stop}`).join(""),
    quoted: quoted(note.passage),
    about: bracketed([...read, claims.reference(note.claim)].join(marks.comma)),
    read: read.map(bracketed).join(""),
  };
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

function entrySentence(
  { source, isAgainst, readAt, hash, doubt }: Omit<EntryView, "line">,
  { claims: { entry }, marks }: Labels,
): string {
  const parts = [
    isAgainst ? entry.contrary(source) : entry.source(source),
    ...(readAt ? [entry.read(readAt)] : []),
    ...(hash ? [entry.hash(hash)] : []),
    ...(doubt ? [entry.quote(doubt)] : []),
  ];
  return `${parts.join(marks.comma)}${marks.stop}`;
}

/** Shortened to one line for lists that have little room. */
export function noteLine(
  { passage, read }: SourceNote,
  most: number,
  { quoted }: Pick<Labels, "quoted">,
): string {
  return [quoted(clip(passage, most)), read].filter(Boolean).join(" ");
}
