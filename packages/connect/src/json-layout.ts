import { endOf, type Node, propertiesOf } from "./json-property-tree.ts";

/** Formatting of a file, applied to additions too. */
export interface Layout {
  readonly eol: string;
  readonly unit: string;
}

export function layoutOf(text: string): Layout {
  return {
    eol: text.includes("\r\n") ? "\r\n" : "\n",
    unit: /^([ \t]+)"/m.exec(text)?.[1] ?? "  ",
  };
}

export function print(value: unknown, { indent, eol, unit }: Layout & { indent: string }): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", eol + indent);
}

/** A file on one line stays on one line, unless it is empty. */
export function isMultiLine(text: string, object: Node): boolean {
  const isEmpty = propertiesOf(object).length === 0;
  const isWhole = object.parent === undefined;
  return textOf(text, object).includes("\n") || (isEmpty && (isWhole || /\S.*\n.*\S/s.test(text)));
}

export function indentOfProperty(text: string, object: Node, property: Node): string {
  const line = text.slice(lineStart(text, property.offset), property.offset);
  return line.trim() === "" ? line : indentInside(text, object);
}

export function indentInside(text: string, object: Node): string {
  return indentAt(text, object.offset) + layoutOf(text).unit;
}

export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";
}

export function textOf(text: string, node: Node): string {
  return text.slice(node.offset, endOf(node));
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}
