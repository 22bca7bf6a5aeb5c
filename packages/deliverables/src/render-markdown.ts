import type { Heading, PhrasingContent, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { type NumberedSource, openLedger } from "./citations.ts";
import { CITATION_PREFIX, cleanTree } from "./clean-tree.ts";
import { checkSize, type Deliverable } from "./deliverable.ts";
import { oneLine } from "./safe-text.ts";
import { describeSource, readableDate, sourceSentence } from "./source-line.ts";

/** Markdown that opens anywhere: citations are footnotes, and the list of sources stands at the end. */
export function renderMarkdown(deliverable: Deliverable): Uint8Array {
  checkSize(deliverable);
  const ledger = openLedger(deliverable.sources);
  const body = withoutTitle(cleanTree(deliverable.markdown, ledger).children, titleOf(deliverable));
  const sources = ledger.numbered();
  const children = [...titleBlock(deliverable), ...body, ...sourceBlocks(sources)];
  const writer = unified()
    .use(remarkGfm)
    .use(remarkStringify, { bullet: "-", rule: "-", emphasis: "_" });
  return new TextEncoder().encode(writer.stringify({ type: "root", children }));
}

function titleOf({ title }: Deliverable): string {
  return oneLine(title, 300) || "Research";
}

function withoutTitle(body: readonly RootContent[], title: string): readonly RootContent[] {
  const [first] = body;
  return first?.type === "heading" && textOf(first) === title ? body.slice(1) : body;
}

function titleBlock(deliverable: Deliverable): RootContent[] {
  const question = oneLine(deliverable.researchQuestion, 2_000);
  const about = `Version ${deliverable.version}, ${readableDate(deliverable.createdAt)}`;
  return [
    heading(1, titleOf(deliverable)),
    ...(question ? [paragraph([text(`Question: ${question}`)])] : []),
    paragraph([{ type: "emphasis", children: [text(about)] }]),
  ];
}

function sourceBlocks(sources: readonly NumberedSource[]): RootContent[] {
  const cited = sources.filter((source) => source.isCited);
  const others = sources.filter((source) => !source.isCited);
  const definitions = cited.map((source): RootContent => {
    const identifier = `${CITATION_PREFIX}${source.number}`;
    return {
      type: "footnoteDefinition",
      identifier,
      label: identifier,
      children: [paragraph(sourceText(source))],
    };
  });
  // Viewers move footnotes to the end of the page, so the further sources come before them.
  return [
    ...(others.length > 0 ? [heading(2, "Further sources"), listOf(others)] : []),
    ...(cited.length > 0 ? [heading(2, "Sources"), ...definitions] : []),
  ];
}

function listOf(sources: readonly NumberedSource[]): RootContent {
  return {
    type: "list",
    ordered: true,
    start: sources[0]?.number ?? 1,
    spread: false,
    children: sources.map((source) => ({
      type: "listItem",
      spread: false,
      children: [paragraph(sourceText(source))],
    })),
  };
}

function sourceText(source: NumberedSource): PhrasingContent[] {
  const line = describeSource(source);
  const link: PhrasingContent[] = line.link
    ? [text(" "), { type: "link", url: line.link, children: [text(line.link)] }]
    : [];
  const quote = line.quote ? [text(` “${line.quote}”`)] : [];
  return [text(sourceSentence(line)), ...link, ...quote];
}

function textOf(heading: Heading): string {
  return heading.children.map((child) => ("value" in child ? child.value : "")).join("");
}

function heading(depth: 1 | 2, value: string): RootContent {
  return { type: "heading", depth, children: [text(value)] };
}

function paragraph(children: PhrasingContent[]): {
  type: "paragraph";
  children: PhrasingContent[];
} {
  return { type: "paragraph", children };
}

function text(value: string): { type: "text"; value: string } {
  return { type: "text", value };
}
