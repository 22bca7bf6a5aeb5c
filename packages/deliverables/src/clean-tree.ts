import { MAX_TABLE_ROWS, tameMarkdown } from "@trovella/foundation/tame-markdown";
import type {
  Definition,
  FootnoteDefinition,
  List,
  Nodes,
  Parents,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  TableRow,
} from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { type Processor, unified } from "unified";
import { withChartWishes } from "./charts/chart-wish.ts";
import { type CitationLedger, isClaimRef, splitMarkers } from "./citations.ts";
import { count, type Deliverable } from "./deliverable.ts";
import { en } from "./languages/en.ts";
import type { Labels } from "./languages/labels.ts";
import { cleanText, FORMATTING_TAG, safeLink } from "./safe-text.ts";

const MAX_COLUMNS = 50;
const MAX_NODES = 300_000;
/** Citations are footnote references with this prefix in the cleaned tree. */
export const CITATION_PREFIX = "source-";
/** Marks the placeholder of an unresolved citation. */
export const UNRESOLVED = "isUnresolved";
/** Marks where a claim is cited, behind its sources. */
export const CLAIM = "claim";
/** Behind the citation of a doubtful claim, where there is no superscript. */
export const DOUBT_MARK = " (?)";
/** What a marker begins with inside its brackets. */
const MARKER_START = /^(?:src|clm):/i;

/** The author's sign for a conclusion of their own. */
const OWN_MARKER = / ?\[own\]/gi;
/** Only the lint reads `[own]` itself. */
type OwnMarkers = "kept" | "shown" | "left out";

/** Under the strict policy readers are told what was compared with nothing. */
export function ownMarkersIn({ evidence }: Pick<Deliverable, "evidence">): OwnMarkers {
  return evidence?.policy === "strict" ? "shown" : "left out";
}

/**
 * Parses Markdown into a tree that holds nothing active: HTML is plain text, images are their
 * description, links lead to the web or a mailbox, and markers are citations with a number.
 */
export function cleanTree(
  markdown: string,
  ledger: CitationLedger,
  { own = "left out", labels = en }: { readonly own?: OwnMarkers; readonly labels?: Labels } = {},
): Root {
  const tamed = tameMarkdown(cleanText(markdown));
  const parser = unified().use(remarkParse).use(withoutHtml).use(remarkGfm);
  const root = parser.runSync(parser.parse(tamed.markdown)) as Root;
  const cleaning = startCleaning(root, { ledger, own, labels });
  const children = withChartWishes(cleanAll(root, cleaning) as RootContent[]);
  const isCut = tamed.isCut || cleaning.nodes > MAX_NODES;
  return {
    type: "root",
    children: [
      ...children,
      ...notesSection(cleaning),
      ...(isCut ? [noteOf(labels.text.documentCut)] : []),
    ],
  };
}

interface Cleaning {
  readonly ledger: CitationLedger;
  readonly own: OwnMarkers;
  readonly labels: Labels;
  readonly definitions: Map<string, Definition>;
  readonly footnotes: Map<string, FootnoteDefinition>;
  /** The author's own footnotes in the order they are referred to. */
  readonly notes: string[];
  nodes: number;
}

/** HTML parsing is off: a tag is plain text. */
function withoutHtml(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ disable: { null: ["htmlFlow", "htmlText"] } });
}

function startCleaning(root: Root, given: Pick<Cleaning, "ledger" | "own" | "labels">): Cleaning {
  const cleaning: Cleaning = {
    ...given,
    definitions: new Map(),
    footnotes: new Map(),
    notes: [],
    nodes: 0,
  };
  collectDefinitions(root, cleaning);
  return cleaning;
}

function collectDefinitions(node: Nodes, { definitions, footnotes, ...rest }: Cleaning): void {
  if (node.type === "definition" && !definitions.has(node.identifier)) {
    definitions.set(node.identifier, node);
  }
  if (node.type === "footnoteDefinition" && !footnotes.has(node.identifier)) {
    footnotes.set(node.identifier, node);
  }
  if (!("children" in node)) return;
  for (const child of node.children) {
    collectDefinitions(child, { definitions, footnotes, ...rest });
  }
}

function cleanAll(parent: Parents, cleaning: Cleaning): Nodes[] {
  return parent.children.flatMap((child) => {
    cleaning.nodes += 1;
    return cleaning.nodes > MAX_NODES ? [] : cleanNode(child, cleaning);
  });
}

function cleanNode(node: Nodes, cleaning: Cleaning): Nodes[] {
  switch (node.type) {
    case "text":
    case "html":
      return cleanWords(node.value, cleaning);
    case "link":
      return cleanLink(node.url, node, cleaning);
    case "linkReference":
      if (MARKER_START.test(node.label ?? "")) return cleanWords(`[${node.label}]`, cleaning);
      return cleanLink(cleaning.definitions.get(node.identifier)?.url, node, cleaning);
    case "image":
      return imageText(node.alt, node.url, cleaning.labels);
    case "imageReference":
      return imageText(node.alt, cleaning.definitions.get(node.identifier)?.url, cleaning.labels);
    case "footnoteReference":
      if (MARKER_START.test(node.identifier)) return cleanWords(`[${node.label}]`, cleaning);
      return [textNode(` ${cleaning.labels.text.note(noteNumber(node.identifier, cleaning))}`)];
    case "definition":
    case "footnoteDefinition":
    case "yaml":
      return [];
    case "table":
      return cleanTable(node, cleaning);
    default:
      return [withChildren(node, cleaning)];
  }
}

function withChildren<T extends Nodes>(node: T, cleaning: Cleaning): T {
  const { position: _, ...rest } = node;
  if (!("children" in node)) return rest as T;
  return { ...rest, children: cleanAll(node as Parents, cleaning) } as T;
}

function cleanWords(value: string, { ledger, own, labels }: Cleaning): PhrasingContent[] {
  return splitMarkers(value).flatMap((part) => {
    if (typeof part === "string") return words(withOwn(part, own, labels));
    return part.flatMap((ref) =>
      isClaimRef(ref) ? claimNodes(ref, ledger) : [citationNode(ledger.cite(ref))],
    );
  });
}

function withOwn(text: string, own: OwnMarkers, { text: words, bracketed }: Labels): string {
  if (own === "kept") return text;
  return text.replace(OWN_MARKER, own === "shown" ? ` ${bracketed(words.ownConclusion)}` : "");
}

/** The citations of the claim's sources, and the claim itself. */
function claimNodes(ref: string, ledger: CitationLedger): PhrasingContent[] {
  const claim = ledger.citeClaim(ref);
  if (!claim) return [citationNode(null)];
  const mark = textNode(claim.isDoubtful ? DOUBT_MARK : "");
  const data = { [CLAIM]: claim.number };
  const citations = claim.sources.map((number) => ({ ...citationNode(number), data }));
  return [...citations, { ...mark, data }];
}

function words(text: string): PhrasingContent[] {
  const lines = text.replace(FORMATTING_TAG, "").split(/<br\s*\/?>/i);
  return lines.flatMap((line, index) => {
    const node = line === "" ? [] : [textNode(line)];
    return index === 0 ? node : [{ type: "break" }, ...node];
  });
}

function citationNode(number: number | null): PhrasingContent {
  if (number === null) return { ...textNode("[?]"), data: { [UNRESOLVED]: true } };
  const identifier = `${CITATION_PREFIX}${number}`;
  return { type: "footnoteReference", identifier, label: identifier };
}

function cleanLink(url: string | undefined, node: Parents, cleaning: Cleaning): Nodes[] {
  const [only] = node.children;
  if (node.children.length === 1 && only?.type === "text" && MARKER_START.test(only.value)) {
    return cleanWords(`[${only.value}]`, cleaning);
  }
  const children = cleanAll(node, cleaning) as PhrasingContent[];
  const link = safeLink(url);
  return link ? [{ type: "link", url: link, children }] : children;
}

function imageText(
  alt: string | null | undefined,
  url: string | undefined,
  { text, marks }: Labels,
): PhrasingContent[] {
  const link = safeLink(url);
  return [
    textNode(text.image([alt || text.noDescription, ...(link ? [link] : [])].join(marks.comma))),
  ];
}

function noteNumber(identifier: string, { notes }: Cleaning): number {
  if (!notes.includes(identifier)) notes.push(identifier);
  return notes.indexOf(identifier) + 1;
}

/** What footnotes say becomes a list at the end, the same in every format. */
function notesSection(cleaning: Cleaning): RootContent[] {
  const list: List = { type: "list", ordered: true, start: 1, spread: false, children: [] };
  // A note may refer to further notes, so the list of them grows while it is read.
  for (const identifier of cleaning.notes) {
    const definition = cleaning.footnotes.get(identifier);
    const children = definition ? (cleanAll(definition, cleaning) as never[]) : [];
    list.children.push({ type: "listItem", spread: false, children });
  }
  if (list.children.length === 0) return [];
  return [{ type: "heading", depth: 2, children: [textNode(cleaning.labels.text.notes)] }, list];
}

function cleanTable(table: Table, cleaning: Cleaning): Nodes[] {
  const columns = Math.max(...table.children.map((row) => row.children.length));
  const rows = table.children.slice(0, MAX_TABLE_ROWS + 1).map((row) => ({
    ...withChildren<TableRow>({ ...row, children: row.children.slice(0, MAX_COLUMNS) }, cleaning),
  }));
  const isCut = columns > MAX_COLUMNS || table.children.length > MAX_TABLE_ROWS + 1;
  const kept: Table = { type: "table", align: table.align?.slice(0, MAX_COLUMNS), children: rows };
  return isCut ? [kept, noteOf(tableNote(cleaning.labels))] : [kept];
}

function tableNote({ text }: Labels): string {
  return text.tableCut({ rows: count(MAX_TABLE_ROWS), columns: count(MAX_COLUMNS) });
}

function noteOf(text: string): RootContent {
  return {
    type: "paragraph",
    children: [{ type: "emphasis", children: [textNode(text)] }],
  };
}

function textNode(value: string): { type: "text"; value: string } {
  return { type: "text", value };
}
