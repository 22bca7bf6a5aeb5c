import { detectLanguage } from "@trovella/evidence";
import { wordsOf } from "../../blocks.ts";
import type { ResearchDocument } from "../../document.ts";
import { inlinesOf } from "../../findings.ts";
import { labelsFor } from "../../languages/labels-for.ts";
import { clip } from "../../safe-text.ts";
import { answerNotes, answerOf, factsOf, footerOf } from "../../structure/answer-notes.ts";
import { madeView } from "../../structure/made-view.ts";
import { paletteOf } from "../../theme/palette.ts";
import { type BlockWriting, pdfBlocks } from "./blocks.ts";
import { divisible } from "./inlines.ts";
import { chipOf, pdfPart } from "./parts.ts";
import { pdfClaims, pdfSource } from "./sources.ts";

const MAX_RUNNING_TITLE = 75;
const MAX_RUNNING_ORGANIZATION = 50;
const MAX_FOOTER = 130;
const LANGUAGE_SAMPLE = 5_000;
/** More than six pages for sure, whatever the script. */
const LONG_CHARACTERS = 25_000;

/** The document as the template reads it. */
export function layOutReport(document: ResearchDocument, { chartFont }: { chartFont: string }) {
  const { evidence, sources, theme, language } = document;
  const labels = labelsFor(language);
  const palette = paletteOf(theme).light;
  const writing: BlockWriting = {
    document,
    palette,
    chartFont,
    sources: new Set(sources.map(({ number }) => number)),
    claims: new Set(evidence?.claims.map(({ number }) => number)),
    cited: new Set(),
    headingCitations: [],
  };
  const made = madeView(document);
  return {
    headingCitations: writing.headingCitations,
    ...metadata(document),
    ...frontMatter(document),
    colours: palette,
    labels: {
      question: labels.question,
      contents: labels.contents,
      draft: labels.draft,
      howMade: labels.howMade,
      approvals: labels.made.approvals,
      evidence: labels.evidence,
      evidenceNote: labels.claims.note,
      show: labels.claims.showInSource,
      record: labels.record,
      recordNote: labels.recordNote,
    },
    answer: answer(document, writing),
    parts: document.parts
      .filter((part) => part.kind !== "answer")
      .map((part) => pdfPart(part, writing)),
    made: made && { ...made, approvals: made.approvals.map(divisibleApproval) },
    sources: sourceLists(document, writing),
    evidence: evidence && {
      // Elsewhere it stands among the facts of how the research was done.
      line: made ? "" : evidence.line,
      claims: pdfClaims(evidence.claims),
      omitted: evidence.omitted,
    },
    record: document.record.map((line) => divisible(line)),
  };
}

function metadata(document: ResearchDocument) {
  const { title, question, createdAt, direction, language, theme, organization } = document;
  const sample = document.blocks
    .map((block) => wordsOf(inlinesOf(block)))
    .join(" ")
    .slice(0, LANGUAGE_SAMPLE);
  const detected = detectLanguage(sample);
  return {
    title,
    description: clip(question, 500),
    author: organization,
    lang: detected ?? language,
    // Rules of another language would divide words in wrong places.
    hyphenate: detected !== null,
    dir: direction,
    date: [createdAt.getUTCFullYear(), createdAt.getUTCMonth() + 1, createdAt.getUTCDate()],
    paper: theme.paper === "letter" ? "us-letter" : "a4",
    cover: theme.cover,
    // Known beforehand, a cover and contents cost no second layout.
    length: lengthOf(document) > LONG_CHARACTERS ? "long" : "unknown",
  };
}

function frontMatter(document: ResearchDocument) {
  const { title, subtitle, question, organization, evidence, theme } = document;
  return {
    coverTitle: divisible(title, 30),
    subtitle: divisible(subtitle, 40),
    question: divisible(question, 50),
    organization: divisible(organization, 50),
    facts: factsOf(document),
    runningTitle: clip(title, MAX_RUNNING_TITLE),
    runningOrganization: clip(organization, MAX_RUNNING_ORGANIZATION),
    footer: clip(footerOf(document), MAX_FOOTER),
    draft: evidence?.draft ?? "",
    logo: theme.logo && { file: `/${logoFile(theme.logo)}`, ratio: ratioOf(theme.logo) },
  };
}

function lengthOf({ blocks }: ResearchDocument): number {
  return blocks.reduce((sum, block) => sum + wordsOf(inlinesOf(block)).length, 0);
}

type Logo = NonNullable<ResearchDocument["theme"]["logo"]>;

/** In the virtual folder of the compiler. */
export function logoFile({ mediaType }: Logo): string {
  return mediaType === "image/png" ? "logo.png" : "logo.jpg";
}

function ratioOf({ width, height }: Logo): number {
  return Math.max(1, width) / Math.max(1, height);
}

function answer(document: ResearchDocument, writing: BlockWriting) {
  const part = answerOf(document);
  if (!part) return null;
  const label = labelsFor(document.language).answer;
  const heading = part.heading
    ? pdfBlocks([part.heading], writing)
    : [{ k: "heading" as const, level: 1, v: [label] }];
  return {
    heading,
    blocks: pdfBlocks(part.blocks, writing, { depth: 0, inBlock: true }),
    chip: chipOf(part.confidence, document.language),
    notes: answerNotes(document).join(" · "),
  };
}

function sourceLists(document: ResearchDocument, writing: BlockWriting) {
  const labels = labelsFor(document.language);
  const cited = document.sources.filter(({ isCited }) => isCited);
  const others = document.sources.filter(({ isCited }) => !isCited);
  const furtherTitle = cited.length > 0 ? labels.furtherSources : labels.sources;
  return [
    { title: labels.sources, entries: cited },
    { title: furtherTitle, entries: others },
  ]
    .filter(({ entries }) => entries.length > 0)
    .map(({ title, entries }) => ({
      title,
      entries: entries.map((source) => pdfSource(source, document, writing)),
    }));
}

function divisibleApproval({ what, words }: { readonly what: string; readonly words: string }) {
  return { what: divisible(what), words: divisible(words) };
}
