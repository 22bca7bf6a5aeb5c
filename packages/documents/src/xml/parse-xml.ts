import { unescapeXml } from "./unescape-xml.ts";

export interface XmlElement {
  /** With its prefix: `w:p`. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (XmlElement | string)[];
}

const MAX_DEPTH = 500;
const MAX_NODES = 2_000_000;

/**
 * An XML document as a tree; null when it is none. Definitions of entities are not read, so nothing expands and nothing outside is
 * loaded; elements nested deeper than anybody writes are refused.
 */
export function parseXml(xml: string): XmlElement | null {
  const top: XmlElement = { name: "", attributes: new Map(), children: [] };
  const open: XmlElement[] = [top];
  let nodes = 0;
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    if (start < 0 || start > at)
      addText(open.at(-1), xml.slice(at, start < 0 ? xml.length : start));
    if (start < 0) break;
    nodes += 1;
    if (nodes > MAX_NODES || open.length > MAX_DEPTH) return null;
    at = readMarkup(xml, start, open);
    if (at < 0) return null;
  }
  const root = top.children.find((child) => typeof child !== "string");
  return open.length === 1 && root && typeof root !== "string" ? root : null;
}

export function childrenOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== "string");
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && childrenOf(element).find((child) => child.name === name);
}

/** The text in an element and all below it. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return "";
  const parts = element.children.map((child) =>
    typeof child === "string" ? child : textOf(child),
  );
  return parts.join("");
}

/** Where the markup ends that begins here; -1 when it is broken. */
function readMarkup(xml: string, start: number, open: XmlElement[]): number {
  if (xml.startsWith("<!--", start)) return after(xml, "-->", start);
  if (xml.startsWith("<![CDATA[", start)) {
    const end = after(xml, "]]>", start);
    if (end > 0) open.at(-1)?.children.push(xml.slice(start + 9, end - 3));
    return end;
  }
  if (xml.startsWith("<?", start)) return after(xml, "?>", start);
  if (xml.startsWith("<!", start)) return afterDeclaration(xml, start);
  const end = after(xml, ">", start);
  if (end < 0) return -1;
  if (xml[start + 1] === "/") {
    const closed = open.length > 1 ? open.pop() : undefined;
    return closed?.name === xml.slice(start + 2, end - 1).trim() ? end : -1;
  }
  return openElement(xml, start, open);
}

const NAME = /[^\s<>/="']+/y;
const ATTRIBUTE = /\s+([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

function openElement(xml: string, start: number, open: XmlElement[]): number {
  const name = matchAt(NAME, xml, start + 1)?.[0];
  if (name === undefined) return -1;
  const attributes = new Map<string, string>();
  let at = start + 1 + name.length;
  for (let found = matchAt(ATTRIBUTE, xml, at); found; found = matchAt(ATTRIBUTE, xml, at)) {
    attributes.set(found[1] ?? "", unescapeXml(found[2] ?? found[3] ?? ""));
    at += found[0].length;
  }
  const end = matchAt(TAG_END, xml, at);
  if (!end) return -1;
  const element: XmlElement = { name, attributes, children: [] };
  open.at(-1)?.children.push(element);
  if (end[1] === "") open.push(element);
  return at + end[0].length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function after(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

/** A declaration of the document type may have others in brackets. */
function afterDeclaration(xml: string, start: number): number {
  const bracket = xml.indexOf("[", start);
  const end = after(xml, ">", start);
  return bracket > 0 && bracket < end ? after(xml, ">", xml.indexOf("]", bracket)) : end;
}

function addText(parent: XmlElement | undefined, text: string): void {
  parent?.children.push(unescapeXml(text));
}
