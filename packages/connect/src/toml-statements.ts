import { ConfigTextError, lineNumber } from "./config-text-error.ts";
import { TomlReader } from "./toml-reader.ts";

/** One header or one `key = value` of a TOML text, with its position. */
export interface TomlStatement {
  readonly kind: "table" | "tableArray" | "pair";
  /** The full name, including that of its table. */
  readonly path: readonly string[];
  /** The table it belongs to; for a header its own name. */
  readonly table: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
  readonly valueStart: number;
}

/** All statements in order. Refuses invalid TOML, in which an edit could end up anywhere. */
export function parseToml(text: string): TomlStatement[] {
  const reader = new TomlReader(text);
  const refuseDuplicate = createDuplicateCheck(text);
  const statements: TomlStatement[] = [];
  let table: readonly string[] = [];
  for (;;) {
    reader.skipBlank();
    if (reader.isAtEnd()) return statements;
    const statement = reader.peek("[") ? readHeader(reader) : readPair(reader, table);
    table = statement.table;
    reader.endLine();
    refuseDuplicate(statement);
    statements.push(statement);
  }
}

export function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((part, index) => path[index] === part);
}

export function isSamePath(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && startsWith(path, other);
}

function readHeader(reader: TomlReader): TomlStatement {
  const start = reader.position;
  const kind = reader.peek("[[") ? "tableArray" : "table";
  const [open, close] = kind === "tableArray" ? ["[[", "]]"] : ["[", "]"];
  reader.expect(open);
  const path = reader.readKey();
  reader.expect(close);
  return { kind, path, table: path, start, end: reader.position, valueStart: reader.position };
}

function readPair(reader: TomlReader, table: readonly string[]): TomlStatement {
  const start = reader.position;
  const path = [...table, ...reader.readKey()];
  reader.expect("=");
  reader.skipSpace();
  const valueStart = reader.position;
  const value = reader.readValue();
  return { kind: "pair", path, table, start, end: reader.position, value, valueStart };
}

/** A repeated table or key is an error in TOML, except for the tables of an array and their keys. */
function createDuplicateCheck(text: string) {
  const seen = new Set<string>();
  const arrays = new Map<string, readonly string[]>();
  return ({ kind, path, start }: TomlStatement): void => {
    const name = JSON.stringify(path);
    if (kind === "tableArray") arrays.set(name, path);
    if ([...arrays.values()].some((array) => startsWith(path, array))) return;

    const mark = `${kind} ${name}`;
    if (seen.has(mark)) {
      throw new ConfigTextError(`line ${lineNumber(text, start)} repeats ${path.join(".")}`);
    }
    seen.add(mark);
  };
}
