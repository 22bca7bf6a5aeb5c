import type { Nodes, PhrasingContent, RootContent, Table } from "mdast";
import {
  type Block,
  citedIn,
  type Inline,
  type Look,
  plainText,
  type TableBlock,
  wordsOf,
} from "./blocks.ts";
import { chartOfTable } from "./charts/chart-of-table.ts";
import { CHART_WISH, type ChartWish } from "./charts/chart-wish.ts";
import { type CitationLedger, openLedger } from "./citations.ts";
import { CITATION_PREFIX, CLAIM, cleanTree, ownMarkersIn, UNRESOLVED } from "./clean-tree.ts";
import { checkSize, type Deliverable } from "./deliverable.ts";
import type { ResearchDocument } from "./document.ts";
import { describeEvidence } from "./evidence/describe-evidence.ts";
import { en } from "./languages/en.ts";
import { labelsFor } from "./languages/labels-for.ts";
import { type DocumentLanguage, directionOfText, languageOf } from "./languages/language.ts";
import { recordLines } from "./record-lines.ts";
import { cleanText, oneLine } from "./safe-text.ts";
import { titled } from "./source-line.ts";
import { readParts } from "./structure/read-parts.ts";
import { DEFAULT_THEME } from "./theme/theme.ts";

export function readDocument(
  deliverable: Deliverable,
  { keepsOwn = false } = {},
): ResearchDocument {
  checkSize(deliverable);
  const ledger: CitationLedger = openLedger(deliverable.sources, deliverable.evidence?.claims);
  const title = oneLine(deliverable.title, 300) || en.text.untitled;
  const own = keepsOwn ? "kept" : ownMarkersIn(deliverable);
  const theme = deliverable.theme ?? DEFAULT_THEME;
  const language = documentLanguage(deliverable);
  // What reads the markers itself is no reader's document, and knows its notes by their English title.
  const labels = keepsOwn ? en : labelsFor(language);
  const tree = cleanTree(deliverable.markdown, ledger, { own, labels }).children.flatMap(toBlock);
  const blocks = withCharts(withHeadings(withoutTitle(tree, title)), language);
  const { subtitle, body } = withSubtitle(blocks);
  const sources = ledger.listed().map((source) => titled(source, labels));
  return {
    title,
    subtitle,
    question: oneLine(deliverable.researchQuestion, 2_000),
    planName: oneLine(deliverable.planName, 300),
    organization: oneLine(deliverable.organization ?? "", 200),
    language,
    direction: directionOfText(lettersOf(deliverable)),
    theme,
    createdAt: deliverable.createdAt,
    version: deliverable.version,
    blocks,
    parts: readParts(body, { sources, confidence: deliverable.confidence ?? null }),
    made: deliverable.made ?? null,
    sources,
    evidence: describeEvidence(deliverable, ledger.citedClaims(), language),
    record: recordLines(deliverable),
    unknownRefs: ledger.unknownRefs(),
  };
}

/** The language of the labels: that of the theme, else that of the text. */
export function documentLanguage(deliverable: Deliverable): DocumentLanguage {
  const { language } = deliverable.theme ?? DEFAULT_THEME;
  return language === "auto" ? languageOf(lettersOf(deliverable)) : language;
}

function lettersOf({ title, markdown }: Deliverable): string {
  return `${title}\n${markdown}`;
}

function toBlock(node: RootContent): Block[] {
  switch (node.type) {
    case "heading":
      return [
        { kind: "heading", level: node.depth, anchor: "", inlines: toInlines(node.children) },
      ];
    case "paragraph":
      return [{ kind: "paragraph", inlines: toInlines(node.children) }];
    case "blockquote":
      return [{ kind: "quote", blocks: node.children.flatMap(toBlock) }];
    case "code":
      return [{ kind: "code", text: node.value }];
    case "thematicBreak":
      return [{ kind: "rule" }];
    case "table":
      return [toTable(node)];
    case "list": {
      const items = node.children.map((item) =>
        withCheckbox(item.checked, item.children.flatMap(toBlock)),
      );
      return [{ kind: "list", ordered: node.ordered === true, start: node.start ?? 1, items }];
    }
    default:
      return "children" in node || "value" in node
        ? [{ kind: "paragraph", inlines: toInlines([node as PhrasingContent]) }]
        : [];
  }
}

function withCheckbox(checked: boolean | null | undefined, blocks: Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (typeof checked !== "boolean" || first?.kind !== "paragraph") return blocks;
  const box: Inline = { kind: "text", text: checked ? "☑ " : "☐ " };
  return [{ ...first, inlines: [box, ...first.inlines] }, ...rest];
}

/** A table whose chart is not drawn yet, since it depends on the heading above. */
type WishedTable = TableBlock & { readonly wish?: ChartWish };

function toTable({ align, data, children: [header, ...rows] }: Table): WishedTable {
  const cellsOf = (row: Table["children"][number] | undefined, columns: number) =>
    Array.from({ length: columns }, (_, index) => toInlines(row?.children[index]?.children ?? []));
  const columns = Math.max(1, ...[header, ...rows].map((row) => row?.children.length ?? 0));
  return {
    kind: "table",
    alignments: Array.from({ length: columns }, (_, index) => align?.[index] ?? null),
    header: cellsOf(header, columns),
    rows: rows.map((row) => cellsOf(row, columns)),
    chart: null,
    ...(data && CHART_WISH in data ? { wish: data[CHART_WISH] as ChartWish } : {}),
  };
}

function toInlines(nodes: readonly PhrasingContent[], look: Look = {}): Inline[] {
  const inlines = nodes.flatMap((node) => toInline(node, look));
  // No space before a citation number or between two of them.
  return inlines.flatMap((inline, index) => {
    const next = inlines[index + 1]?.kind;
    if (inline.kind !== "text" || (next !== "citation" && next !== "claim")) return [inline];
    const text = inline.text.trimEnd();
    return text === "" ? [] : [{ ...inline, text }];
  });
}

function toInline(node: Nodes, look: Look): Inline[] {
  switch (node.type) {
    case "text": {
      if (node.data && CLAIM in node.data) {
        return [{ kind: "claim", number: Number(node.data[CLAIM]), isDoubtful: node.value !== "" }];
      }
      const text = node.value.replace(/\s*\n\s*/g, " ");
      const mark = node.data && UNRESOLVED in node.data ? { isUnresolved: true } : {};
      return [{ kind: "text", text, ...look, ...mark }];
    }
    case "inlineCode":
      return [{ kind: "text", text: cleanText(node.value), ...look, code: true }];
    case "break":
      return [{ kind: "break" }];
    case "footnoteReference":
      return [
        {
          kind: "citation",
          number: Number(node.identifier.slice(CITATION_PREFIX.length)),
          ...(node.data && CLAIM in node.data ? { isOfClaim: true } : {}),
        },
      ];
    case "strong":
      return toInlines(node.children, { ...look, bold: true });
    case "emphasis":
      return toInlines(node.children, { ...look, italic: true });
    case "delete":
      return toInlines(node.children, { ...look, strike: true });
    case "link":
      return toInlines(node.children, { ...look, href: node.url });
    default:
      return [];
  }
}

function withoutTitle(blocks: readonly Block[], title: string): readonly Block[] {
  const [first] = blocks;
  const isTitle = first?.kind === "heading" && oneLine(plainText(first.inlines), 300) === title;
  return isTitle ? blocks.slice(1) : blocks;
}

/** Levels begin at 1 and none is left out; every heading has an anchor of its own. */
function withHeadings(blocks: readonly Block[]): Block[] {
  let number = 0;
  let above: readonly number[] = [];
  return blocks.map((block) => {
    if (block.kind !== "heading") return block;
    number += 1;
    above = [...above.filter((level) => level < block.level), block.level];
    return { ...block, level: above.length, anchor: `section-${number}` };
  });
}

/** A single heading above all others is a second title: the sections begin below it. */
function withSubtitle(blocks: readonly Block[]): {
  readonly subtitle: string;
  readonly body: readonly Block[];
} {
  const [first, ...rest] = blocks;
  const levels = rest.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
  const isTitle = first?.kind === "heading" && levels.length > 0 && Math.min(...levels) > 1;
  if (!isTitle) return { subtitle: "", body: blocks };
  return {
    subtitle: oneLine(wordsOf(first.inlines), 300),
    body: rest.map((block) =>
      block.kind === "heading" ? { ...block, level: block.level - 1 } : block,
    ),
  };
}

/** A table becomes a chart by what its section is about. */
function withCharts(blocks: readonly Block[], language: DocumentLanguage): Block[] {
  let heading = "";
  let cited: number[] = [];
  return blocks.map((block) => {
    if (block.kind === "heading") {
      heading = wordsOf(block.inlines);
      cited = [];
    }
    if (block.kind === "paragraph") cited = [...new Set([...cited, ...citedIn(block.inlines)])];
    if (block.kind !== "table") return block;
    const { wish, ...table }: WishedTable = block;
    return {
      ...table,
      chart: chartOfTable(table, { heading, wish: wish ?? null, language, cited }),
    };
  });
}
