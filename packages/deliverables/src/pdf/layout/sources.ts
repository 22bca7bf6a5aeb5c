import type { CitedSource } from "../../citations.ts";
import type { ResearchDocument } from "../../document.ts";
import {
  type ClaimView,
  furtherQuotes,
  type SourceNote,
} from "../../evidence/describe-evidence.ts";
import { labelsFor } from "../../languages/labels-for.ts";
import { clip } from "../../safe-text.ts";
import { describeSource, sourceSentence } from "../../source-line.ts";
import { ownDirection } from "./blocks.ts";
import { divisible, placeOf, type Writing } from "./inlines.ts";
import type { PdfClaim, PdfSource } from "./pdf-layout.ts";

export function pdfSource(
  source: CitedSource,
  { evidence, direction, language }: ResearchDocument,
  writing: Writing,
): PdfSource {
  const line = describeSource(source);
  const notes = evidence?.notes.get(source.number) ?? [];
  const sentence = sourceSentence(line, language);
  const titleLength = line.title.length + (/[.!?…。]$/.test(line.title) ? 0 : 1);
  const { quoted } = labelsFor(language);
  return {
    ...ownDirection(`${line.title} ${line.author}`, direction),
    number: source.number,
    back: writing.cited.has(source.number) ? placeOf(source.number) : null,
    title: divisible(sentence.slice(0, titleLength)),
    detail: divisible(sentence.slice(titleLength).trim()),
    link: line.link,
    quotes: [
      ...notes.map((note) => ({
        ...noteOf(note, writing),
        words: divisible(quoted(note.passage)),
      })),
      ...furtherQuotes(line.quotes, notes).map((words) => ({
        words: divisible(quoted(words)),
        about: "",
        claim: null,
        link: null,
      })),
    ],
  };
}

function noteOf({ claim, claimName, readSentence, link }: SourceNote, { claims }: Writing) {
  const anchor = claims.has(claim) ? claimAnchor(claim) : null;
  return {
    about: readSentence,
    claim: { words: claimName, anchor },
    link,
  };
}

/** What the appendix has room for before its pages take more memory than a file may. */
const MAX_PASSAGE_CHARACTERS = 250_000;
const MIN_CLIPPED_CHARACTERS = 160;

/** The appendix. Where it would be too long, all passages are shortened alike. */
export function pdfClaims(claims: readonly ClaimView[]): PdfClaim[] {
  const entries = claims.flatMap((claim) => claim.entries);
  const total = entries.reduce((sum, { words }) => sum + words.length, 0);
  const share = Math.floor(MAX_PASSAGE_CHARACTERS / Math.max(1, entries.length));
  const most = total > MAX_PASSAGE_CHARACTERS ? Math.max(MIN_CLIPPED_CHARACTERS, share) : Infinity;
  return claims.map((claim) => pdfClaim(claim, most));
}

function pdfClaim(claim: ClaimView, most: number): PdfClaim {
  const { number, name, statement, standing, isDoubtful, audit, entries } = claim;
  return {
    anchor: claimAnchor(number),
    label: name,
    statement: divisible(statement),
    standing: `${standing}.`,
    doubtful: isDoubtful,
    audit,
    entries: entries.map((entry) => ({
      found: entry.isFound,
      before: divisible(entry.before),
      words: divisible(clip(entry.words, most)),
      after: divisible(entry.after),
      detail: entry.line,
      link: entry.link,
    })),
  };
}

function claimAnchor(number: number): string {
  return `claim-${number}`;
}
