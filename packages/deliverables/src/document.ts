import type { Nodes, PhrasingContent, RootContent, Table } from "mdast";
import { type CitationLedger, type CitedSource, openLedger } from "./citations.ts";
import {
  CITATION_PREFIX,
  CLAIM,
  cleanTree,
  DOUBT_MARK,
  ownMarkersIn,
  UNRESOLVED,
} from "./clean-tree.ts";
import { checkSize, type Deliverable } from "./deliverable.ts";
import { describeEvidence, type EvidenceView } from "./evidence/describe-evidence.ts";
import { recordLines } from "./record-lines.ts";
import { cleanText, oneLine } from "./safe-text.ts";

/** A run of text with one style, a citation, a claim behind the citations of its sources, or a line break. */
export type Inline =
  | ({
      readonly kind: "text";
      readonly text: string;
      /** Replaces a citation that matches no source. */
      readonly isUnresolved?: boolean;
    } & Look)
  | {
      readonly kind: "citation";
      readonly number: number;
      /** Whether a claim is cited, which stands for this source. */
      readonly isOfClaim?: boolean;
    }
  | { readonly kind: "claim"; readonly number: number; readonly isDoubtful: boolean }
  | { readonly kind: "break" };

interface Look {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  readonly href?: string;
}

export type Alignment = "left" | "right" | "center" | null;
export type TableBlock = {
  readonly kind: "table";
  readonly alignments: readonly Alignment[];
  readonly header: readonly Inline[][];
  readonly rows: readonly Inline[][][];
};
export type HeadingBlock = {
  readonly kind: "heading";
  /** Relative to the highest level used in the text, from 1. */
  readonly level: number;
  readonly anchor: string;
  readonly inlines: readonly Inline[];
};
export type ListBlock = {
  readonly kind: "list";
  readonly ordered: boolean;
  readonly start: number;
  readonly items: readonly Block[][];
};
export type Block =
  | HeadingBlock
  | ListBlock
  | TableBlock
  | { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "rule" };

/** The format-independent document: sanitized and bounded. */
export interface ResearchDocument {
  readonly title: string;
  readonly question: string;
  readonly planName: string;
  readonly createdAt: Date;
  readonly version: number;
  readonly blocks: readonly Block[];
  readonly sources: readonly CitedSource[];
  /** The claims and what they rest on; null where the plan has none. */
  readonly evidence: EvidenceView | null;
  /** Lines of small print at the very end. */
  readonly record: readonly string[];
  readonly unknownRefs: readonly string[];
}

export function readDocument(
  deliverable: Deliverable,
  { keepsOwn = false } = {},
): ResearchDocument {
  checkSize(deliverable);
  const ledger: CitationLedger = openLedger(deliverable.sources, deliverable.evidence?.claims);
  const title = oneLine(deliverable.title, 300) || "Research";
  const own = keepsOwn ? "kept" : ownMarkersIn(deliverable);
  const blocks = cleanTree(deliverable.markdown, ledger, { own }).children.flatMap(toBlock);
  return {
    title,
    question: oneLine(deliverable.researchQuestion, 2_000),
    planName: oneLine(deliverable.planName, 300),
    createdAt: deliverable.createdAt,
    version: deliverable.version,
    blocks: withHeadings(withoutTitle(blocks, title)),
    sources: ledger.listed(),
    evidence: describeEvidence(deliverable, ledger.citedClaims()),
    record: recordLines(deliverable),
    unknownRefs: ledger.unknownRefs(),
  };
}

/** The words alone, without citations. */
export function wordsOf(inlines: readonly Inline[]): string {
  return plainText(inlines.filter(({ kind }) => kind !== "citation" && kind !== "claim"));
}

/** Plain text of the inlines; a citation becomes its number in brackets. */
export function plainText(inlines: readonly Inline[]): string {
  const parts = inlines.map((inline) => {
    if (inline.kind === "break") return "\n";
    if (inline.kind === "claim") return inline.isDoubtful ? DOUBT_MARK : "";
    return inline.kind === "citation" ? `[${inline.number}]` : inline.text;
  });
  return parts.join("");
}

export function claimsIn(inlines: readonly Inline[]): number[] {
  return [
    ...new Set(inlines.flatMap((inline) => (inline.kind === "claim" ? [inline.number] : []))),
  ];
}

export function citedIn(inlines: readonly Inline[]): number[] {
  return [
    ...new Set(inlines.flatMap((inline) => (inline.kind === "citation" ? [inline.number] : []))),
  ];
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

function toTable({ align, children: [header, ...rows] }: Table): TableBlock {
  const cellsOf = (row: Table["children"][number] | undefined, columns: number) =>
    Array.from({ length: columns }, (_, index) => toInlines(row?.children[index]?.children ?? []));
  const columns = Math.max(1, ...[header, ...rows].map((row) => row?.children.length ?? 0));
  return {
    kind: "table",
    alignments: Array.from({ length: columns }, (_, index) => align?.[index] ?? null),
    header: cellsOf(header, columns),
    rows: rows.map((row) => cellsOf(row, columns)),
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

/** Levels begin at 1, and every heading has an anchor of its own. */
function withHeadings(blocks: readonly Block[]): Block[] {
  const levels = blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
  const highest = Math.min(6, ...levels);
  let number = 0;
  return blocks.map((block) => {
    if (block.kind !== "heading") return block;
    number += 1;
    return { ...block, level: block.level - highest + 1, anchor: `section-${number}` };
  });
}
