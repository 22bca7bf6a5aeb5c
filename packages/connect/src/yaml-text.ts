import { isDeepStrictEqual } from "node:util";
import { isSeq, stringify } from "yaml";
import { ConfigTextError } from "./config-text-error.ts";
import {
  type Collection,
  collectionOf,
  endOf,
  type Found,
  findYaml,
  itemsOf,
  parseYaml,
  rangeOf,
  startOf,
} from "./yaml-tree.ts";

type Path = readonly string[];

export function readYaml(text: string, path: Path): unknown {
  return guarded(() => {
    const document = parseYaml(text);
    return path.length === 0 ? document.toJS() : findYaml(document, path)?.value?.toJS(document);
  });
}

/**
 * Sets the value at the path and keeps every other character; an item of a list is found by its name. Written by hand
 * because the library's own output changes quotes, indentation and folded lines of the whole file.
 */
export function setYaml(text: string, path: Path, value: unknown): string {
  return guarded(() => {
    const found = findYaml(parseYaml(text), path);
    const edited = found ? replace(text, found, value) : insert(text, path, value);
    // What was meant must stand there afterwards, or the layout was not understood.
    if (isDeepStrictEqual(plain(readYaml(edited, path)), plain(value))) return edited;
    throw new ConfigTextError("its layout does not allow changing the entry alone");
  });
}

export function removeYaml(text: string, path: Path): string {
  return guarded(() => {
    const found = findYaml(parseYaml(text), path);
    if (!found) return text;
    const items = itemsOf(found.collection);
    if (items.length > 1) return removeItem(text, found);
    return path.length > 1
      ? setYaml(text, path.slice(0, -1), isSeq(found.collection) ? [] : {})
      : splice(text, rangeOf(found.collection), "");
  });
}

/** The value as the content of an otherwise empty file. */
export function printYaml(value: unknown): string {
  // Quoted, so that no program takes a text for a number, or for yes or no.
  const quoted = { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" } as const;
  return stringify(value, { ...quoted, lineWidth: 0 });
}

function replace(text: string, found: Found, value: unknown): string {
  const { collection, value: present } = found;
  const isPlain = typeof value !== "object" || isEmpty(value);
  if (present && (collection.flow || (isPlain && !collectionOf(present)))) {
    return splice(text, rangeOf(present), JSON.stringify(value));
  }
  const start = startOf(found, text);
  const printed = isPlain ? pair(keyOf(text, start), value) : printItem(found, text, value);
  const lines = indentLines(printed, columnOf(text, start)).trimStart();
  const end = lineEnd(text, endOf(found.item));
  const isLast = end === text.length && !text.endsWith("\n");
  return splice(text, [start, end], withEol(isLast ? lines.trimEnd() : lines, text));
}

function insert(text: string, path: Path, value: unknown): string {
  const document = parseYaml(text);
  if (!document.contents) return insertLines(text, text.length, printYaml(nest(path, value)));
  const depth = path.findIndex((_, index) => !findYaml(document, path.slice(0, index + 1)));
  const parent = findYaml(document, path.slice(0, depth));
  const collection = collectionOf(depth === 0 ? document.contents : parent?.value);
  const rest = path.slice(depth);
  if (!collection) return fill(text, parent, nest(rest, value));
  const [first] = itemsOf(collection);
  if (collection.flow || !first) return insertFlow(text, collection, rest, value);
  const added = isSeq(collection) ? [value] : nest(rest, value);
  const indent = columnOf(text, startOf({ collection, item: first }, text));
  const position = lineEnd(text, endOf(itemsOf(collection).at(-1) ?? first));
  return insertLines(text, position, indentLines(printYaml(added), indent));
}

/** The first item below a key that has no value. */
function fill(text: string, parent: Found | undefined, value: unknown): string {
  if (!parent?.value) throw new ConfigTextError("its layout does not allow adding the entry");
  const emptied = splice(text, rangeOf(parent.value), "");
  const indent = columnOf(text, startOf(parent, text)) + 2;
  const position = lineEnd(emptied, rangeOf(parent.value)[0]);
  return insertLines(emptied, position, indentLines(printYaml(value), indent));
}

/** JSON is YAML too, in braces and brackets. */
function insertFlow(text: string, collection: Collection, rest: Path, value: unknown): string {
  const [key = "", ...inner] = rest;
  const added = JSON.stringify(isSeq(collection) ? value : nest(inner, value));
  const item = isSeq(collection) ? added : `${JSON.stringify(key)}: ${added}`;
  const [first] = itemsOf(collection);
  const last = itemsOf(collection).at(-1);
  const [start, end] = rangeOf(collection);
  if (!first || !last) return splice(text, [start + 1, end - 1], item);
  const column = startOf({ collection, item: first }, text);
  const isOwnLine = text.slice(lineStart(text, column), column).trim() === "";
  const gap = isOwnLine ? eolOf(text) + " ".repeat(columnOf(text, column)) : " ";
  return splice(text, [endOf(last), endOf(last)], `,${gap}${item}`);
}

function removeItem(text: string, found: Found): string {
  const { collection, item } = found;
  const start = startOf(found, text);
  if (!collection.flow) {
    return splice(text, [lineStart(text, start), lineEnd(text, endOf(item))], "");
  }
  const items = itemsOf(collection);
  const index = items.indexOf(item);
  const [previous, next] = [items[index - 1], items[index + 1]];
  if (previous) return splice(text, [endOf(previous), endOf(item)], "");
  return splice(text, [start, next ? startOf({ collection, item: next }, text) : endOf(item)], "");
}

function printItem(found: Found, text: string, value: unknown): string {
  const isItem = isSeq(found.collection);
  return printYaml(isItem ? [value] : { [keyOf(text, startOf(found, text))]: value });
}

function pair(key: string, value: unknown): string {
  return `${key}: ${JSON.stringify(value)}\n`;
}

/** The key as it stands there; keys of servers are simple words. */
function keyOf(text: string, start: number): string {
  return /^[^\s:"']+/.exec(text.slice(start, start + 200))?.[0] ?? "";
}

function insertLines(text: string, position: number, lines: string): string {
  const before = text.slice(0, position);
  const isAtEnd = before !== "" && !before.endsWith("\n");
  const added = withEol(isAtEnd ? lines.trimEnd() : lines, text);
  return before + (isAtEnd ? eolOf(text) : "") + added + text.slice(position);
}

function indentLines(lines: string, indent: number): string {
  return lines.replaceAll(/^(?=.)/gm, " ".repeat(indent));
}

function withEol(lines: string, text: string): string {
  return lines.replaceAll("\n", eolOf(text));
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The beginning of the line after what ends here; texts of several lines end with theirs. */
function lineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === "\n") return offset;
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function nest(path: Path, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function splice(text: string, [start, end]: readonly [number, number], replacement: string) {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The library throws for references that multiply, and for what is nested too deeply. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ReferenceError) throw new ConfigTextError("its references multiply");
    if (error instanceof RangeError) throw new ConfigTextError("it is nested too deeply");
    throw error;
  }
}
