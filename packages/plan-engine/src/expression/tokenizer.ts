import type { ComparisonOperator, Literal } from "./expression.ts";
import { expressionError } from "./expression-error.ts";

export type Token = { readonly position: number } & (
  | { readonly kind: "path"; readonly segments: readonly string[] }
  | { readonly kind: "literal"; readonly value: Literal }
  | { readonly kind: "operator"; readonly operator: ComparisonOperator }
  | { readonly kind: "punctuation"; readonly text: "&&" | "||" | "!" | "(" | ")" }
  | { readonly kind: "end" }
);

type TokenContent = Token extends infer T ? (T extends Token ? Omit<T, "position"> : never) : never;

/** Longest first, so that `===` is not read as `==` and then `=`. */
const OPERATORS: readonly (readonly [string, ComparisonOperator])[] = [
  ["===", "==="],
  ["!==", "!=="],
  [">=", ">="],
  ["<=", "<="],
  ["==", "==="],
  ["!=", "!=="],
  [">", ">"],
  ["<", "<"],
];
const PUNCTUATION = ["&&", "||", "!", "(", ")"] as const;

// Sticky and free of nested repetition: each takes time linear in what it matches.
const SPACE = /[ \t\r\n]+/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\p{L}\p{N}_$.])/uy;
const PATH = /[\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$][\p{L}\p{N}_$-]*)*/uy;

const WORD_LITERALS = new Map<string, Literal>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const ESCAPES = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);

/** Counts the work of one parse, so that a test can bound it without a clock. */
export interface ParserMeter {
  steps: number;
}

/** Splits an expression into tokens, the last of which is `end`. */
export function tokenize(text: string, meter: ParserMeter): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (true) {
    position += match(SPACE, text, position).length;
    if (position >= text.length) break;
    const [content, length] = readToken(text, position);
    tokens.push({ ...content, position });
    position += length;
    meter.steps += length;
  }
  tokens.push({ kind: "end", position: text.length });
  return tokens;
}

function readToken(text: string, position: number): [TokenContent, length: number] {
  const operator = OPERATORS.find(([spelling]) => text.startsWith(spelling, position));
  if (operator) return [{ kind: "operator", operator: operator[1] }, operator[0].length];

  const punctuation = PUNCTUATION.find((spelling) => text.startsWith(spelling, position));
  if (punctuation) return [{ kind: "punctuation", text: punctuation }, punctuation.length];

  const quote = text.charAt(position);
  if (quote === "'" || quote === '"') return readString(text, position, quote);

  const number = match(NUMBER, text, position);
  if (number) return [{ kind: "literal", value: finite(number, text, position) }, number.length];

  const path = match(PATH, text, position);
  if (path) return [pathOrWord(path), path.length];

  throw expressionError(text, position, `${describe(text, position)} does not belong here`);
}

function pathOrWord(path: string): TokenContent {
  const word = WORD_LITERALS.get(path);
  if (word !== undefined) return { kind: "literal", value: word };
  return { kind: "path", segments: path.split(".") };
}

function readString(text: string, start: number, quote: string): [TokenContent, length: number] {
  let value = "";
  let position = start + 1;
  while (position < text.length) {
    const character = text.charAt(position);
    if (character === quote) return [{ kind: "literal", value }, position + 1 - start];
    if (character === "\\") {
      const escaped = ESCAPES.get(text.charAt(position + 1));
      if (escaped === undefined) {
        throw expressionError(
          text,
          position,
          "this escape is unknown (known: \\n \\r \\t \\\\ \\' \\\")",
        );
      }
      value += escaped;
      position += 2;
    } else {
      value += character;
      position += 1;
    }
  }
  throw expressionError(text, start, `the string that starts here has no closing ${quote}`);
}

function finite(number: string, text: string, position: number): number {
  const value = Number(number);
  if (!Number.isFinite(value)) throw expressionError(text, position, "this number is too large");
  return value;
}

function match(pattern: RegExp, text: string, position: number): string {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0] ?? "";
}

/** Names a character without repeating control characters or half a surrogate pair. */
function describe(text: string, position: number): string {
  const code = text.codePointAt(position) ?? 0;
  const isPlain = code > 0x20 && code < 0x7f;
  return isPlain
    ? `"${String.fromCodePoint(code)}"`
    : `character U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
