import type { Element, Root } from "hast";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import type { CitedSource } from "../citations.ts";
import { type HeadingBlock, type ResearchDocument, wordsOf } from "../document.ts";
import { EVIDENCE_TITLE, furtherQuotes, type SourceNote } from "../evidence/describe-evidence.ts";
import { RECORD_NOTE, RECORD_TITLE } from "../record-lines.ts";
import { describeSource, readableDate, sourceSentence } from "../source-line.ts";
import { blockElements, type CitationUses, element } from "./elements.ts";
import { EVIDENCE_ANCHOR, evidenceSection, noteElement } from "./evidence-section.ts";
import { STYLE } from "./style.ts";

const MIN_HEADINGS_FOR_CONTENTS = 3;
const MAX_BACK_LINKS = 10;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Defence in depth: the tree is safe by construction, and this allowlist is applied again on output. */
const SCHEMA = {
  ...defaultSchema,
  clobberPrefix: "",
  tagNames:
    "a blockquote br code del div em h1 h2 h3 h4 h5 h6 header hr li main mark nav ol p pre section span strong sup table tbody td th thead tr ul".split(
      " ",
    ),
  attributes: {
    "*": ["id", "className", "dir"],
    a: ["href", "rel", "ariaLabel"],
    nav: ["ariaLabel"],
    sup: ["title"],
    li: ["value"],
    ol: ["start"],
    th: ["scope"],
  },
  protocols: { href: ["http", "https", "mailto"] },
};

/** A self-contained file: it can be mailed, printed and read offline. */
export function renderHtml(document: ResearchDocument): Uint8Array {
  const uses: CitationUses = new Map();
  const body = blockElements(document.blocks, uses);
  const page = element("div", { className: ["page"] }, [
    headerElement(document),
    ...contentsElement(document),
    element("main", {}, body),
    ...sourceSections(document, uses),
    ...evidenceSection(document.evidence),
    ...recordSection(document),
  ]);
  return new TextEncoder().encode(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeText(document.title)}</title>
<style>${STYLE}</style>
</head>
<body>
${toHtml(page)}
</body>
</html>
`);
}

const writer = unified().use(rehypeSanitize, SCHEMA).use(rehypeStringify).freeze();

/** The only serializer: elements outside the allowlist are dropped. */
export function toHtml(page: Element): string {
  const root: Root = { type: "root", children: [page] };
  return writer.stringify(writer.runSync(root) as Root);
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function headerElement(document: ResearchDocument) {
  const { title, question, planName, createdAt, version, evidence } = document;
  const about = [planName, readableDate(createdAt), `Version ${version}`].filter(Boolean);
  return element("header", {}, [
    ...(evidence?.draft ? [element("p", { className: ["draft"] }, [evidence.draft])] : []),
    element("h1", {}, [title]),
    ...(question ? [element("p", { className: ["question"] }, [question])] : []),
    element("p", { className: ["about"] }, [about.join(" · ")]),
    ...(evidence?.line ? [element("p", { className: ["about", "checked"] }, [evidence.line])] : []),
  ]);
}

function contentsElement({ blocks, sources, evidence }: ResearchDocument): Element[] {
  const headings = blocks.filter((block): block is HeadingBlock => block.kind === "heading");
  if (headings.length < MIN_HEADINGS_FOR_CONTENTS) return [];
  const entry = (text: string, anchor: string, level: number) =>
    element("li", { className: [`level-${level}`] }, [
      element("a", { href: `#${anchor}` }, [text]),
    ]);
  const entries = headings
    .filter((heading) => heading.level <= 3)
    .map(({ inlines, anchor, level }) => entry(wordsOf(inlines), anchor, level));
  if (sources.length > 0) entries.push(entry("Sources", "sources", 1));
  if (evidence && evidence.claims.length > 0)
    entries.push(entry(EVIDENCE_TITLE, EVIDENCE_ANCHOR, 1));
  return [
    element("nav", { ariaLabel: "Contents" }, [
      element("p", { className: ["contents"] }, ["Contents"]),
      element("ul", {}, entries),
    ]),
  ];
}

function recordSection({ record }: ResearchDocument): Element[] {
  if (record.length === 0) return [];
  return [
    element("section", { className: ["record"] }, [
      element("h2", {}, [RECORD_TITLE]),
      element("p", {}, [RECORD_NOTE]),
      element("pre", {}, [element("code", {}, [record.join("\n")])]),
    ]),
  ];
}

function sourceSections({ sources, evidence }: ResearchDocument, uses: CitationUses): Element[] {
  if (sources.length === 0) return [];
  const cited = sources.filter((source) => source.isCited);
  const others = sources.filter((source) => !source.isCited);
  const list = (title: string, listed: readonly CitedSource[]) => {
    if (listed.length === 0) return [];
    const items = listed.map((source) =>
      sourceElement(source, uses.get(source.number) ?? 0, evidence?.notes.get(source.number)),
    );
    return [element("h2", {}, [title]), element("ol", {}, items)];
  };
  return [
    element("section", { className: ["sources"], id: "sources" }, [
      ...list("Sources", cited),
      ...list(cited.length > 0 ? "Further sources" : "Sources", others),
    ]),
  ];
}

function sourceElement(
  source: CitedSource,
  uses: number,
  notes: readonly SourceNote[] = [],
): Element {
  const line = describeSource(source);
  const details = sourceSentence(line).slice(line.title.length);
  const link = line.link;
  return element("li", { id: `source-${source.number}`, value: String(source.number) }, [
    link ? element("a", { href: link, rel: ["noreferrer"] }, [line.title]) : line.title,
    element("span", { className: ["detail"] }, [details]),
    ...backLinks(source.number, uses),
    ...(link ? [element("div", { className: ["detail", "address"] }, [link])] : []),
    ...notes.map(noteElement),
    ...furtherQuotes(line.quotes, notes).map((quote) => element("blockquote", {}, [quote])),
  ]);
}

function backLinks(number: number, uses: number): Element[] {
  const links = Array.from({ length: Math.min(uses, MAX_BACK_LINKS) }, (_, index) => {
    const label = `Back to use ${index + 1} of source ${number}`;
    const properties = { href: `#cite-${number}-${index + 1}`, ariaLabel: label };
    return [" ", element("a", properties, [uses === 1 ? "↩" : `↩${index + 1}`])];
  });
  return uses === 0 ? [] : [element("span", { className: ["back"] }, links.flat())];
}
