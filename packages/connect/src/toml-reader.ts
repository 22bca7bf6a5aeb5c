import { ConfigTextError, lineNumber } from "./config-text-error.ts";
import { readTomlString } from "./toml-string.ts";

const MAX_DEPTH = 64;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
// Numbers, dates, times and the few words; a date and its time may have a space between them.
const SCALAR =
  /(?:true|false|[+-]?(?:inf|nan)|\d{4}-\d\d-\d\d[ Tt]\d\d:\d\d[\d:.]*(?:[Zz]|[+-]\d\d:\d\d)?|[+-]?\d[\w.:+-]*)(?=[\s,\]}#]|$)/y;

/** A number, date or time in its source form; nothing here needs to know which. */
export class TomlScalar {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Reads a TOML text token by token; every method leaves `position` after the text it has read. */
export class TomlReader {
  position = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.position >= this.#text.length;
  }

  peek(expected: string): boolean {
    return this.#text.startsWith(expected, this.position);
  }

  skipSpace(): void {
    this.#match(/[ \t]*/y);
  }

  skipBlank(): void {
    this.#match(/(?:[ \t]|\r?\n|#[^\n]*)*/y);
  }

  expect(expected: string): void {
    this.skipSpace();
    if (!this.peek(expected)) this.#fail();
    this.position += expected.length;
  }

  /** Nothing but a comment may follow on the line. */
  endLine(): void {
    this.skipSpace();
    if (!this.isAtEnd() && this.#match(/(?:#[^\n]*)?(?:\r?\n|$)/y) === undefined) this.#fail();
  }

  /** A name such as `mcp_servers."my server".env`. */
  readKey(): string[] {
    const parts: string[] = [];
    do {
      this.skipSpace();
      parts.push(this.#readKeyPart());
      this.skipSpace();
    } while (this.#accept("."));
    return parts;
  }

  readValue(depth = 0): unknown {
    if (depth > MAX_DEPTH) throw new ConfigTextError("it is nested too deeply");
    if (this.peek('"') || this.peek("'")) return this.#readString();
    if (this.#accept("[")) return this.#readArray(depth);
    if (this.#accept("{")) return this.#readInlineTable(depth);
    const scalar = this.#match(SCALAR);
    if (scalar === undefined) this.#fail();
    return scalar === "true" || scalar === "false" ? scalar === "true" : new TomlScalar(scalar);
  }

  #readArray(depth: number): unknown[] {
    const values: unknown[] = [];
    for (;;) {
      this.skipBlank();
      if (this.#accept("]")) return values;
      values.push(this.readValue(depth + 1));
      this.skipBlank();
      if (!this.#accept(",") && !this.peek("]")) this.#fail();
    }
  }

  #readInlineTable(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (;;) {
      this.skipBlank();
      if (this.#accept("}")) return Object.fromEntries(entries);
      const key = this.readKey().join(".");
      this.expect("=");
      this.skipSpace();
      entries.push([key, this.readValue(depth + 1)]);
      this.skipBlank();
      if (!this.#accept(",") && !this.peek("}")) this.#fail();
    }
  }

  #readKeyPart(): string {
    if (this.peek('"') || this.peek("'")) return this.#readString();
    const bare = this.#match(BARE_KEY);
    if (bare === undefined) this.#fail();
    return bare;
  }

  #readString(): string {
    const read = readTomlString(this.#text, this.position);
    if (!read) this.#fail();
    this.position = read.end;
    return read.value;
  }

  #accept(expected: string): boolean {
    const isFound = this.peek(expected);
    if (isFound) this.position += expected.length;
    return isFound;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.position += found.length;
    return found;
  }

  #fail(): never {
    throw new ConfigTextError(`line ${lineNumber(this.#text, this.position)} is not valid TOML`);
  }
}
