import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { ConfigTextError } from "./config-text-error.ts";

/** Parsing takes several times this in memory. */
const MAX_CHARACTERS = 2_000_000;

export type Collection = YAMLMap | YAMLSeq;
type Item = Pair | Node;

/** A pair of a map or an item of a list, with the collection that holds it. */
export interface Found {
  readonly collection: Collection;
  readonly item: Item;
  readonly value: Node | null;
}

export function parseYaml(text: string): Document {
  if (text.length > MAX_CHARACTERS) throw new ConfigTextError("it is too large");
  const document = parseDocument(text);
  const [first] = document.errors;
  if (first) {
    const line = first.linePos?.[0].line ?? 1;
    throw new ConfigTextError(`line ${line} is not valid YAML`);
  }
  if (text.includes("\0")) throw new ConfigTextError("it has a character that YAML does not allow");
  return document;
}

/** What is at the path; in a list the item with that name. */
export function findYaml(document: Document, path: readonly string[]): Found | undefined {
  let found: Found | undefined;
  for (const [index, key] of path.entries()) {
    const parent = found ? found.value : document.contents;
    // A key without a value holds nothing yet.
    if (!parent || (isScalar(parent) && parent.value === null)) return undefined;
    if (isAlias(parent)) throw new ConfigTextError("it uses an alias where the servers are");
    const collection = collectionOf(parent);
    if (!collection) throw new ConfigTextError(`${nameOf(path[index - 1])} holds no servers`);
    const item = itemOf(collection, key);
    if (!item) return undefined;
    found = { collection, item, value: nodeOf(item) };
  }
  return found;
}

export function collectionOf(node: unknown): Collection | undefined {
  return isMap(node) || isSeq(node) ? node : undefined;
}

export function itemsOf(collection: Collection): Item[] {
  const items: readonly unknown[] = collection.items;
  return items.filter((item): item is Item => isPair(item) || isNode(item));
}

/** Where the item begins, with its dash in a list of several lines. */
export function startOf({ collection, item }: Pick<Found, "collection" | "item">, text: string) {
  const node = isPair(item) ? item.key : item;
  const start = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  return isSeq(collection) && !collection.flow ? text.lastIndexOf("-", start - 1) : start;
}

/** Where the value of the item ends. */
export function endOf(item: Item): number {
  const node = isPair(item) ? (nodeOf(item) ?? item.key) : item;
  return isNode(node) ? (node.range?.[1] ?? 0) : 0;
}

export function rangeOf(node: Node): [start: number, end: number] {
  return [node.range?.[0] ?? 0, node.range?.[1] ?? 0];
}

function itemOf(collection: Collection, key: string): Item | undefined {
  const found = itemsOf(collection).filter((item) => keyOf(item) === key);
  if (found.length > 1) throw new ConfigTextError(`it has ${JSON.stringify(key)} twice`);
  return found[0];
}

function keyOf(item: Item): unknown {
  if (isMap(item)) return item.get("name");
  return isPair(item) && isScalar(item.key) ? item.key.value : undefined;
}

function nodeOf(item: Item): Node | null {
  const value = isPair(item) ? item.value : item;
  return isNode(value) ? value : null;
}

function nameOf(key: string | undefined): string {
  return key === undefined ? "the whole" : JSON.stringify(key);
}
