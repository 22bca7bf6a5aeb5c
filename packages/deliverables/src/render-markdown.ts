import type { FootnoteReference, Heading, PhrasingContent, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { type CitedSource, openLedger } from "./citations.ts";
import { CITATION_PREFIX, cleanTree, ownMarkersIn } from "./clean-tree.ts";
import { checkSize, type Deliverable } from "./deliverable.ts";
import {
  describeEvidence,
  type EvidenceView,
  furtherQuotes,
} from "./evidence/describe-evidence.ts";
import { dateIn, labelsFor } from "./languages/labels-for.ts";
import type { DocumentLanguage } from "./languages/language.ts";
import { evidenceBlocks, noteText } from "./markdown-evidence.ts";
import { paragraph, text } from "./paragraph.ts";
import { documentLanguage } from "./read-document.ts";
import { recordLines } from "./record-lines.ts";
import { oneLine } from "./safe-text.ts";
import { describeSource, sourceSentence, titled } from "./source-line.ts";
import { type MadeView, madeView } from "./structure/made-view.ts";

/** Markdown that opens anywhere: citations are numbers in brackets, and the list of sources stands at the end. */
export function renderMarkdown(deliverable: Deliverable): Uint8Array {
  checkSize(deliverable);
  const ledger = openLedger(deliverable.sources, deliverable.evidence?.claims);
  const language = documentLanguage(deliverable);
  const labels = labelsFor(language);
  const own = ownMarkersIn(deliverable);
  const body = withoutTitle(
    cleanTree(deliverable.markdown, ledger, { own, labels }).children,
    titleOf(deliverable),
  );
  const sources = ledger.listed().map((source) => titled(source, labels));
  const evidence = describeEvidence(deliverable, ledger.citedClaims(), language);
  const made = deliverable.made ?? null;
  const children = [
    ...titleBlock(deliverable, { evidence, language }),
    ...body,
    ...madeBlocks(madeView({ made, language, sources, evidence }), language),
    ...sourceBlocks(sources, { evidence, language }),
    ...evidenceBlocks(evidence, language),
    ...recordBlocks(deliverable, language),
  ];
  const writer = unified()
    .use(remarkGfm)
    .use(remarkStringify, {
      bullet: "-",
      rule: "-",
      emphasis: "_",
      handlers: { footnoteReference: citationText },
    });
  return new TextEncoder().encode(writer.stringify({ type: "root", children }));
}

/** Not a footnote, since viewers number those again; every reference in the tree is a citation. */
function citationText({ identifier }: FootnoteReference): string {
  return `[${identifier.slice(CITATION_PREFIX.length)}]`;
}

function titleOf({ title }: Deliverable): string {
  return oneLine(title, 300) || "Research";
}

function withoutTitle(body: readonly RootContent[], title: string): readonly RootContent[] {
  const [first] = body;
  return first?.type === "heading" && textOf(first) === title ? body.slice(1) : body;
}

interface Given {
  readonly evidence: EvidenceView | null;
  readonly language: DocumentLanguage;
}

function titleBlock(deliverable: Deliverable, { evidence, language }: Given): RootContent[] {
  const labels = labelsFor(language);
  const question = oneLine(deliverable.researchQuestion, 2_000);
  const version = `${labels.versionOf(deliverable.version)}, ${dateIn(language, deliverable.createdAt)}`;
  const organization = oneLine(deliverable.organization ?? "", 200);
  const about = [organization, version].filter(Boolean).join(" · ");
  const draft = evidence?.draft;
  // Where it is recorded how the research was done, this stands there.
  const checked = deliverable.made ? "" : evidence?.line;
  return [
    ...(draft ? [paragraph([{ type: "strong" as const, children: [text(draft)] }])] : []),
    heading(1, titleOf(deliverable)),
    ...(question ? [paragraph([text(labels.text.question(question))])] : []),
    paragraph([{ type: "emphasis", children: [text(about)] }]),
    ...(checked ? [paragraph([text(checked)])] : []),
  ];
}

/** How the research was done, from the records of the plan. */
function madeBlocks(view: MadeView | null, language: DocumentLanguage): RootContent[] {
  if (!view) return [];
  const approvals = view.approvals.map(({ what, words }) => [
    { type: "strong" as const, children: [text(what)] },
    text(` — ${words}`),
  ]);
  const figures = view.figures.map(({ value, label }) => [text(`${value} ${label}`)]);
  return [
    heading(2, labelsFor(language).howMade),
    ...bullets([...figures, ...approvals]),
    ...view.lines.map((line) => paragraph([text(line)])),
  ];
}

function bullets(items: readonly PhrasingContent[][]): RootContent[] {
  if (items.length === 0) return [];
  const children = items.map((item) => ({
    type: "listItem" as const,
    spread: false,
    children: [paragraph(item)],
  }));
  return [{ type: "list", ordered: false, spread: false, children }];
}

function sourceBlocks(sources: readonly CitedSource[], given: Given): RootContent[] {
  const labels = labelsFor(given.language);
  const cited = sources.filter((source) => source.isCited);
  const others = sources.filter((source) => !source.isCited);
  return [
    ...sourceList(labels.sources, cited, given),
    ...sourceList(labels.furtherSources, others, given),
  ];
}

function sourceList(title: string, sources: readonly CitedSource[], given: Given): RootContent[] {
  if (sources.length === 0) return [];
  const items = sources.map((source) => [citation(source.number), ...sourceText(source, given)]);
  return [heading(2, title), ...bullets(items)];
}

function recordBlocks(deliverable: Deliverable, language: DocumentLanguage): RootContent[] {
  const lines = recordLines(deliverable);
  if (lines.length === 0) return [];
  const labels = labelsFor(language);
  return [
    heading(2, labels.record),
    paragraph([text(labels.recordNote)]),
    { type: "code", lang: "text", value: lines.join("\n") },
  ];
}

function sourceText(source: CitedSource, { evidence, language }: Given): PhrasingContent[] {
  const line = describeSource(source);
  const link: PhrasingContent[] = line.link
    ? [text(" "), { type: "link", url: line.link, children: [text(line.link)] }]
    : [];
  const notes = evidence?.notes.get(source.number) ?? [];
  const quotes = furtherQuotes(line.quotes, notes).map((quote) =>
    text(` ${labelsFor(language).quoted(quote)}`),
  );
  return [
    text(` ${sourceSentence(line, language)}`),
    ...link,
    ...notes.flatMap((note) => noteText(note, language)),
    ...quotes,
  ];
}

function citation(number: number): PhrasingContent {
  const identifier = `${CITATION_PREFIX}${number}`;
  return { type: "footnoteReference", identifier, label: identifier };
}

function textOf(heading: Heading): string {
  return heading.children.map((child) => ("value" in child ? child.value : "")).join("");
}

function heading(depth: 1 | 2, value: string): RootContent {
  return { type: "heading", depth, children: [text(value)] };
}
