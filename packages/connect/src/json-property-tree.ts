import { type Node, parseTree } from "jsonc-parser";
import { ConfigTextError, lineNumber } from "./config-text-error.ts";

export type { Node };

/** The text as a tree with offsets; undefined when it is empty. */
export function parse(text: string): Node | undefined {
  if (text.trim() === "") return undefined;
  const errors: Parameters<typeof parseTree>[1] = [];
  const root = parseDeep(text, errors);
  const [first] = errors;
  if (first) throw new ConfigTextError(`line ${lineNumber(text, first.offset)} is not valid JSON`);
  return root;
}

export function objectAt(node: Node, key: string | undefined): Node {
  if (node.type === "object") return node;
  throw new ConfigTextError(`${key ? JSON.stringify(key) : "the whole"} is not a JSON object`);
}

/** Programs differ in which of two equal keys they use, so neither is safe to change. */
export function propertyOf(object: Node, key: string): Node | undefined {
  const found = propertiesOf(object).filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) throw new ConfigTextError(`it has ${JSON.stringify(key)} twice`);
  return found[0];
}

export function propertiesOf(object: Node): Node[] {
  return object.children ?? [];
}

export function valueNodeOf(property: Node): Node {
  const value = property.children?.[1];
  if (!value) throw new ConfigTextError("it is not valid JSON");
  return value;
}

export function endOf({ offset, length }: Node): number {
  return offset + length;
}

function parseDeep(text: string, errors: Parameters<typeof parseTree>[1]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigTextError("it is nested too deeply");
    throw error;
  }
}
