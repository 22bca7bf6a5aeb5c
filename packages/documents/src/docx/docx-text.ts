import { unpackOffice } from "../archive/unpack-office.ts";
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from "../xml/parse-xml.ts";

export interface DocxText {
  readonly title: string | null;
  /** Markdown: headings, lists and tables. */
  readonly text: string;
}

const PARTS = {
  body: "word/document.xml",
  styles: "word/styles.xml",
  footnotes: "word/footnotes.xml",
  endnotes: "word/endnotes.xml",
  core: "docProps/core.xml",
} as const;

/** The text of a Word document with its headings; null when it is none, or damaged. Deleted text of tracked changes is left out. */
export function docxText(bytes: Uint8Array): DocxText | null {
  const files = unpackOffice(bytes, Object.values(PARTS));
  const xmlOf = (part: keyof typeof PARTS) => {
    const file = files?.get(PARTS[part]);
    return file ? parseXml(new TextDecoder().decode(file)) : null;
  };
  const body = childOf(xmlOf("body") ?? undefined, "w:body");
  if (!body) return null;
  const headings = headingStyles(xmlOf("styles"));
  const notes = [xmlOf("footnotes"), xmlOf("endnotes")].flatMap((part) =>
    noteTexts(part, headings),
  );
  const text = [...blocksOf(body, headings), ...notes].filter((block) => block !== "").join("\n\n");
  // Points of one list belong together.
  const compact = text.replace(/^(- .*)\n\n(?=- )/gm, "$1\n");
  const title = textOf(childOf(xmlOf("core") ?? undefined, "dc:title")).trim();
  return { title: title || null, text: compact };
}

type Headings = ReadonlyMap<string, number>;

/** The levels of heading styles by their ids, which depend on the language of the program; the names do not. */
function headingStyles(styles: XmlElement | null): Headings {
  const found = new Map<string, number>();
  for (const style of styles ? childrenOf(styles) : []) {
    const id = style.attributes.get("w:styleId");
    const name = childOf(style, "w:name")?.attributes.get("w:val") ?? "";
    const level = /^title$/i.test(name) ? 1 : Number(/^heading (\d)$/i.exec(name)?.[1] ?? 0);
    if (id !== undefined && level > 0) found.set(id, level);
  }
  return found;
}

function blocksOf(parent: XmlElement, headings: Headings): string[] {
  return childrenOf(parent).flatMap((element) => {
    if (element.name === "w:p")
      return [paragraph(element, headings), ...boxesIn(element, headings)];
    if (element.name === "w:tbl") return [table(element)];
    // Content controls and the like hold further blocks.
    return SKIPPED.has(element.name) ? [] : blocksOf(element, headings);
  });
}

function paragraph(element: XmlElement, headings: Headings): string {
  const text = runs(element).trim();
  const properties = childOf(element, "w:pPr");
  const style = childOf(properties, "w:pStyle")?.attributes.get("w:val") ?? "";
  const level = headings.get(style) ?? 0;
  if (text === "" || level === 0)
    return text !== "" && childOf(properties, "w:numPr") ? `- ${text}` : text;
  return `${"#".repeat(Math.min(level, 6))} ${text.replace(/\s+/g, " ")}`;
}

/** Deleted text, the codes of fields, and the second form of what is there twice. */
const SKIPPED = new Set([
  "w:del",
  "w:moveFrom",
  "w:instrText",
  "w:pPr",
  "w:rPr",
  "mc:Fallback",
  "w:txbxContent",
  "w:sectPr",
]);
const SIGNS: Readonly<Record<string, string>> = {
  "w:tab": "\t",
  "w:br": "\n",
  "w:cr": "\n",
  "w:noBreakHyphen": "-",
};

function runs(element: XmlElement): string {
  const parts = childrenOf(element).map((child) => {
    if (SKIPPED.has(child.name)) return "";
    if (child.name === "w:t") return textOf(child);
    return SIGNS[child.name] ?? runs(child);
  });
  return parts.join("");
}

/** Text boxes are anchored in a paragraph, and are paragraphs of their own. */
function boxesIn(element: XmlElement, headings: Headings): string[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === "w:txbxContent") return blocksOf(child, headings);
    return child.name === "mc:Fallback" ? [] : boxesIn(child, headings);
  });
}

function table(element: XmlElement): string {
  const rows = named(element, "w:tr").map((row) =>
    named(row, "w:tc").map((cell) => cellText(cell)),
  );
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns === 0) return "";
  const lines = rows.map((row) => `| ${padded(row, columns).join(" | ")} |`);
  return [lines[0], `|${" --- |".repeat(columns)}`, ...lines.slice(1)].join("\n");
}

/** Also within content controls. */
function named(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    return child.name === "w:sdt" || child.name === "w:sdtContent" ? named(child, name) : [];
  });
}

function cellText(cell: XmlElement): string {
  const blocks = blocksOf(cell, new Map());
  return blocks.join(" ").replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}

function padded(row: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, index) => row[index] ?? "");
}

function noteTexts(part: XmlElement | null, headings: Headings): string[] {
  return (
    (part ? childrenOf(part) : [])
      // Separators are notes with a type.
      .filter(({ attributes }) => !attributes.has("w:type"))
      .map((note) => blocksOf(note, headings).join("\n").trim())
  );
}
