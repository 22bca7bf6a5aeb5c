import {
  indentAt,
  indentInside,
  indentOfProperty,
  isMultiLine,
  layoutOf,
  print,
} from "./json-layout.ts";
import { endOf, type Node, propertiesOf } from "./json-property-tree.ts";

/** Sticky, so that matching stops at the first character that is neither. */
const TRIVIA_OR_COMMA = /[ \t]+|\r?\n|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/gy;

/** Adds a property at the end of the object; comments stay in place. */
export function insertProperty(text: string, object: Node, key: string, value: unknown): string {
  const last = propertiesOf(object).at(-1);
  const from = last ? endOf(last) : object.offset + 1;
  const close = endOf(object) - 1;
  const tail = tailOf(text, from, { isEmpty: !last });
  const comma = last && !tail.hasComma ? "," : "";
  const ending = tail.hasComma ? "," : "";
  const head = `${text.slice(0, from)}${comma}${text.slice(from, tail.end)}`;

  if (!isMultiLine(text, object)) {
    const property = `${JSON.stringify(key)}:${JSON.stringify(value)}${ending}`;
    return head + property + text.slice(tail.end);
  }
  const layout = layoutOf(text);
  const indent = last ? indentOfProperty(text, object, last) : indentInside(text, object);
  const property = `${layout.eol}${indent}${JSON.stringify(key)}: ${print(value, { indent, ...layout })}${ending}`;
  const rest = text.slice(tail.end, close);
  const closing = rest.includes("\n") ? rest : layout.eol + indentAt(text, object.offset);
  return head + property + closing + text.slice(close);
}

/** Removes the property with its line and its comma. */
export function removeProperty(text: string, object: Node, property: Node): string {
  const properties = propertiesOf(object);
  const previous = properties[properties.indexOf(property) - 1];
  const comma = commaAfter(text, endOf(property));
  const stop = comma === undefined ? endOf(property) : comma + 1;
  const removed = removeLines(text, property.offset, stop);
  if (properties.length === 1) return closeUp(removed, object.offset);

  // No comma follows the last property, so the one before it has to go.
  const danglingComma =
    comma === undefined && previous ? commaAfter(text, endOf(previous)) : undefined;
  return danglingComma === undefined
    ? removed
    : splice(removed, danglingComma, danglingComma + 1, "");
}

/** Removes whole lines where they hold nothing else. */
function removeLines(text: string, start: number, stop: number): string {
  const before = /[ \t]*$/.exec(text.slice(0, start))?.[0] ?? "";
  const after = /^[ \t]*/.exec(text.slice(stop))?.[0] ?? "";
  const lineBreak = /\r?\n$/.exec(text.slice(0, start - before.length))?.[0];
  const isLineEnd = /^(\r?\n|$)/.test(text.slice(stop + after.length));
  if (lineBreak !== undefined && isLineEnd) {
    return splice(text, start - before.length - lineBreak.length, stop + after.length, "");
  }
  const isCommaGone = text[stop - 1] === ",";
  return isCommaGone
    ? splice(text, start, stop + after.length, "")
    : splice(text, lineBreak === undefined ? start - before.length : start, stop, "");
}

function closeUp(text: string, open: number): string {
  return text.slice(0, open + 1) + text.slice(open + 1).replace(/^\s*}/, "}");
}

/** The end of the line after a property, and whether a comma follows; in an empty object the end of its comments. */
function tailOf(text: string, from: number, { isEmpty }: { isEmpty: boolean }) {
  const tail = { hasComma: false, end: from };
  let isSameLine = true;
  for (const { 0: token, index } of text.slice(from).matchAll(TRIVIA_OR_COMMA)) {
    if (token === ",") tail.hasComma = true;
    if (token === ",") isSameLine = true;
    if (token.endsWith("\n")) isSameLine = false;
    const isComment = token.startsWith("/");
    if (token === "," || (isComment && (isSameLine || isEmpty))) {
      tail.end = from + index + token.length;
    }
  }
  return tail;
}

function commaAfter(text: string, from: number): number | undefined {
  for (const { 0: token, index } of text.slice(from).matchAll(TRIVIA_OR_COMMA)) {
    if (token === ",") return from + index;
  }
  return undefined;
}

export function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
