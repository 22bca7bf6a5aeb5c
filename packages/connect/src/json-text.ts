import { getNodeValue } from "jsonc-parser";
import { indentAt, layoutOf, print, textOf } from "./json-layout.ts";
import { insertProperty, removeProperty, splice } from "./json-properties.ts";
import {
  endOf,
  type Node,
  objectAt,
  parse,
  propertyOf,
  valueNodeOf,
} from "./json-property-tree.ts";

export function readJson(text: string, path: readonly string[]): unknown {
  const node = find(text, path);
  return node && getNodeValue(node);
}

/**
 * Sets the value at the path and keeps every other character. Written by hand because jsonc-parser's
 * own edits move comments and reformat files that are on one line.
 */
export function setJson(text: string, path: readonly string[], value: unknown): string {
  let node = parse(text);
  if (!node) return `${print(nest(path, value), { indent: "", ...layoutOf(text) })}\n`;

  for (const [index, key] of path.entries()) {
    const object = objectAt(node, path[index - 1]);
    const property = propertyOf(object, key);
    if (!property) return insertProperty(text, object, key, nest(path.slice(index + 1), value));
    node = valueNodeOf(property);
  }
  return splice(text, node.offset, endOf(node), printInPlace(text, node, value));
}

export function removeJson(text: string, path: readonly string[]): string {
  const parentPath = path.slice(0, -1);
  const parent = find(text, parentPath);
  const object = parent && objectAt(parent, parentPath.at(-1));
  const property = object && propertyOf(object, path.at(-1) ?? "");
  return object && property ? removeProperty(text, object, property) : text;
}

function find(text: string, path: readonly string[]): Node | undefined {
  let node = parse(text);
  for (const [index, key] of path.entries()) {
    const property = node && propertyOf(objectAt(node, path[index - 1]), key);
    node = property && valueNodeOf(property);
  }
  return node;
}

function printInPlace(text: string, node: Node, value: unknown): string {
  const isOnOneLine = !textOf(text, node).includes("\n");
  const isShort = typeof value !== "object";
  if (isOnOneLine || isShort) return JSON.stringify(value);
  return print(value, { indent: indentAt(text, node.offset), ...layoutOf(text) });
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}
