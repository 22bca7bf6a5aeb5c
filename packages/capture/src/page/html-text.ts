import type { Element, Nodes, Root, RootContent } from "hast";
import { toText } from "hast-util-to-text";
import rehypeParse from "rehype-parse";
import { unified } from "unified";

const parser = unified().use(rehypeParse).freeze();

/** What a reader of the page would see, as `innerText` has it, without the text that is hidden from them. */
export function htmlText(html: string): {
  readonly text: string;
  readonly title: string | null;
  readonly language: string | null;
} {
  const tree = parser.parse(html);
  const title = titleOf(tree);
  dropUnseen(tree);
  return { text: toText(tree), title, language: languageOf(tree) };
}

const MAX_TITLE = 500;

function titleOf(tree: Root): string | null {
  const element = elementIn(elementIn(elementIn(tree, "html"), "head"), "title");
  const text = element?.children.map((node) => (node.type === "text" ? node.value : "")).join("");
  return text?.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE) || null;
}

function elementIn(parent: Root | Element | undefined, name: string): Element | undefined {
  const found = (parent?.children as RootContent[] | undefined)?.find(
    (node) => node.type === "element" && node.tagName === name,
  );
  return found as Element | undefined;
}

/** In a loop: a hostile page is nested deeper than the stack. */
function dropUnseen(tree: Root): void {
  const parents: (Root | Element)[] = [tree];
  for (let parent = parents.pop(); parent; parent = parents.pop()) {
    const seen = (parent.children as RootContent[]).filter(isSeen);
    parent.children = seen as typeof parent.children;
    for (const child of seen) if (child.type === "element") parents.push(child);
  }
}

/** The last are shown only where a browser cannot show what they stand for. */
const UNSEEN = [
  ...["head", "title", "script", "style", "template", "datalist"],
  ...["noscript", "noembed", "noframes", "iframe", "canvas", "audio", "video"],
];

function isSeen(node: Nodes): boolean {
  if (node.type === "comment" || node.type === "doctype") return false;
  if (node.type !== "element") return true;
  const { tagName, properties } = node;
  if (tagName === "input" && String(properties.type).toLowerCase() === "hidden") return false;
  if (tagName === "dialog" && properties.open === undefined) return false;
  const isHidden = properties.hidden !== undefined && properties.hidden !== false;
  const isSilent = String(properties.ariaHidden ?? "").toLowerCase() === "true";
  return !(UNSEEN.includes(tagName) || isHidden || isSilent || hidesItself(properties.style));
}

const MAX_STYLE = 5_000;

/** By its own style; style sheets are not read. */
function hidesItself(style: unknown): boolean {
  if (typeof style !== "string") return false;
  const values = new Map<string, string>();
  const plain = style
    .slice(0, MAX_STYLE)
    .toLowerCase()
    .replace(/\/\*.*?\*\//gs, "");
  for (const declaration of plain.split(";")) {
    const [name = "", value = ""] = declaration.split(":", 2);
    values.set(name.trim(), value.replace("!important", "").trim());
  }
  return (
    values.get("display") === "none" ||
    ["hidden", "collapse"].includes(values.get("visibility") ?? "")
  );
}

function languageOf({ children }: Root): string | null {
  const root = children.find((node) => node.type === "element" && node.tagName === "html");
  const { lang, xmlLang } = (root as Element | undefined)?.properties ?? {};
  const [, language] =
    /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3})\s*$/i.exec(String(lang ?? xmlLang ?? "")) ?? [];
  return language?.toLowerCase() ?? null;
}
