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
import { evidenceBlocks, noteText } from "./markdown-evidence.ts";
import { paragraph, text } from "./paragraph.ts";
import { RECORD_NOTE, RECORD_TITLE, recordLines } from "./record-lines.ts";
import { oneLine } from "./safe-text.ts";
import { describeSource, readableDate, sourceSentence } from "./source-line.ts";

/** Markdown that opens anywhere: citations are numbers in brackets, and the list of sources stands at the end. */
export function renderMarkdown(deliverable: Deliverable): Uint8Array {
  checkSize(deliverable);
  const ledger = openLedger(deliverable.sources, deliverable.evidence?.claims);
  const body = withoutTitle(
    cleanTree(deliverable.markdown, ledger, { own: ownMarkersIn(deliverable) }).children,
    titleOf(deliverable),
  );
  const sources = ledger.listed();
  const evidence = describeEvidence(deliverable, ledger.citedClaims());
  const children = [
    ...titleBlock(deliverable, evidence),
    ...body,
    ...sourceBlocks(sources, evidence),
    ...evidenceBlocks(evidence),
    ...recordBlocks(deliverable),
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

function titleBlock(deliverable: Deliverable, evidence: EvidenceView | null): RootContent[] {
  const question = oneLine(deliverable.researchQuestion, 2_000);
  const about = `Version ${deliverable.version}, ${readableDate(deliverable.createdAt)}`;
  const draft = evidence?.draft;
  return [
    ...(draft ? [paragraph([{ type: "strong" as const, children: [text(draft)] }])] : []),
    heading(1, titleOf(deliverable)),
    ...(question ? [paragraph([text(`Question: ${question}`)])] : []),
    paragraph([{ type: "emphasis", children: [text(about)] }]),
    ...(evidence?.line ? [paragraph([text(evidence.line)])] : []),
  ];
}

function sourceBlocks(
  sources: readonly CitedSource[],
  evidence: EvidenceView | null,
): RootContent[] {
  const cited = sources.filter((source) => source.isCited);
  const others = sources.filter((source) => !source.isCited);
  return [
    ...sourceList("Sources", cited, evidence),
    ...sourceList("Further sources", others, evidence),
  ];
}

function sourceList(
  title: string,
  sources: readonly CitedSource[],
  evidence: EvidenceView | null,
): RootContent[] {
  if (sources.length === 0) return [];
  const children = sources.map((source) => ({
    type: "listItem" as const,
    spread: false,
    children: [paragraph([citation(source.number), ...sourceText(source, evidence)])],
  }));
  return [heading(2, title), { type: "list", ordered: false, spread: false, children }];
}

function recordBlocks(deliverable: Deliverable): RootContent[] {
  const lines = recordLines(deliverable);
  if (lines.length === 0) return [];
  return [
    heading(2, RECORD_TITLE),
    paragraph([text(RECORD_NOTE)]),
    { type: "code", lang: "text", value: lines.join("\n") },
  ];
}

function sourceText(source: CitedSource, evidence: EvidenceView | null): PhrasingContent[] {
  const line = describeSource(source);
  const link: PhrasingContent[] = line.link
    ? [text(" "), { type: "link", url: line.link, children: [text(line.link)] }]
    : [];
  const notes = evidence?.notes.get(source.number) ?? [];
  const quotes = furtherQuotes(line.quotes, notes).map((quote) => text(` “${quote}”`));
  return [text(` ${sourceSentence(line)}`), ...link, ...notes.flatMap(noteText), ...quotes];
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
