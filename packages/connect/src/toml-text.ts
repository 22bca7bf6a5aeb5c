import { ConfigTextError } from "./config-text-error.ts";
import { TomlScalar } from "./toml-reader.ts";
import { isSamePath, parseToml, startsWith, type TomlStatement } from "./toml-statements.ts";
import { printTomlString } from "./toml-string.ts";

type Path = readonly string[];
type Table = Readonly<Record<string, unknown>>;

/** The table of this name with all its keys; undefined when it does not exist. */
export function readToml(text: string, path: Path): unknown {
  return assemble(parseToml(text), path);
}

/** Adds the table at the end, replacing one of the same name. */
export function setTomlTable(text: string, path: Path, table: Table): string {
  const rest = removeToml(text, path);
  const eol = eolOf(text);
  const gap = rest.trim() === "" ? "" : eol;
  const isOpen = rest !== "" && !rest.endsWith("\n");
  return `${rest.trim() === "" ? "" : rest}${isOpen ? eol : ""}${gap}${printTable(path, table, eol)}`;
}

/** Changes or adds one key of the table and keeps everything else. */
export function setTomlKey(text: string, table: Path, key: Path, value: unknown): string {
  const statements = editableStatements(text, table);
  const path = [...table, ...key];
  const pair = statements.find((each) => each.kind === "pair" && isSamePath(each.path, path));
  if (pair) return splice(text, pair.valueStart, pair.end, printValue(value));

  const inline = statements.find(
    (each) => each.kind === "pair" && each.path.length < path.length && startsWith(path, each.path),
  );
  if (inline) {
    const merged = mergeInline(inline, path.slice(inline.path.length), value);
    return splice(text, inline.valueStart, inline.end, printValue(merged));
  }
  const header = headerFor(statements, path);
  const name = path.slice(header.path.length).map(printKey).join(".");
  const line = `${eolOf(text)}${name} = ${printValue(value)}`;
  return splice(text, lineEnd(text, header.end), lineEnd(text, header.end), line);
}

export function removeToml(text: string, path: Path): string {
  const removed = editableStatements(text, path).filter((statement) =>
    startsWith(statement.path, path),
  );
  return removed.reduceRight((rest, statement) => {
    const start = rest.lastIndexOf("\n", statement.start - 1) + 1;
    const end = nextLine(rest, statement.end);
    return splice(rest, statement.kind === "pair" ? start : gapBefore(rest, start), end, "");
  }, text);
}

/** Every statement that is not part of the table, to compare one text with another. */
export function otherStatements(text: string, path: Path): string[] {
  return parseToml(text)
    .filter((statement) => !startsWith(statement.path, path))
    .map(({ start, end }) => text.slice(start, end));
}

/** An inline table is printed again, so it may only hold values that print as they were. */
function mergeInline({ value, path }: TomlStatement, [key = "", ...rest]: Path, added: unknown) {
  const isPlain =
    rest.length === 0 &&
    isTable(value) &&
    Object.entries(value).every(([name, each]) => typeof each === "string" && !name.includes("."));
  if (isPlain) return { ...value, [key]: added };
  throw new ConfigTextError(`it writes ${path.join(".")} in a form that cannot be extended`);
}

function assemble(statements: readonly TomlStatement[], path: Path): unknown {
  const inline = statements.find(
    (each) =>
      each.kind === "pair" && each.path.length <= path.length && startsWith(path, each.path),
  );
  if (inline) return path.slice(inline.path.length).reduce<unknown>(step, inline.value);

  const parts = statements.filter((each) => startsWith(each.path, path));
  if (parts.length === 0) return undefined;
  const table: Record<string, unknown> = {};
  for (const part of parts) {
    if (part.kind === "pair") place(table, part.path.slice(path.length), part.value);
  }
  return table;
}

function step(value: unknown, key: string): unknown {
  return isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function place(table: Record<string, unknown>, [first = "", ...rest]: Path, value: unknown): void {
  if (rest.length === 0) {
    define(table, first, value);
    return;
  }
  const inner = Object.hasOwn(table, first) && isTable(table[first]) ? { ...table[first] } : {};
  place(inner, rest, value);
  define(table, first, inner);
}

/** A key may be called `__proto__`, which a plain assignment would not create. */
function define(table: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(table, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** The statements, if the entry is written as tables, as Codex does it; otherwise it cannot be edited safely. */
function editableStatements(text: string, path: Path): TomlStatement[] {
  const statements = parseToml(text);
  const table = path.slice(0, 2);
  const unsupported = statements.find(({ kind, ...statement }) => {
    const isWithin = startsWith(statement.path, table);
    const isAbove = statement.path.length < 2 && startsWith(table, statement.path);
    if (kind === "tableArray") return isWithin || isAbove;
    return kind === "pair" && (isAbove || (isWithin && !startsWith(statement.table, table)));
  });
  if (!unsupported) return statements;
  throw new ConfigTextError(
    `it writes ${unsupported.path.join(".")} in another form than [${table.join(".")}]`,
  );
}

function headerFor(statements: readonly TomlStatement[], path: Path): TomlStatement {
  const headers = statements.filter((each) => each.kind === "table" && startsWith(path, each.path));
  const [nearest] = headers.sort((one, other) => other.path.length - one.path.length);
  if (!nearest) throw new ConfigTextError(`it has no table for ${path.join(".")}`);
  return nearest;
}

function printTable(path: Path, table: Table, eol: string): string {
  const [inner, plain] = [true, false].map((isInner) =>
    Object.entries(table).filter(([, value]) => isTable(value) === isInner),
  );
  const lines = (plain ?? []).map(
    ([key, value]) => `${printKey(key)} = ${printValue(value)}${eol}`,
  );
  const tables = (inner ?? []).map(([key, value]) =>
    printTable([...path, key], value as Table, eol),
  );
  return [`[${path.map(printKey).join(".")}]${eol}${lines.join("")}`, ...tables].join(eol);
}

function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(", ")}]`;
  if (value instanceof TomlScalar) return value.source;
  if (!isTable(value)) return typeof value === "string" ? printTomlString(value) : String(value);
  const pairs = Object.entries(value).map(
    ([key, each]) => `${printKey(key)} = ${printValue(each)}`,
  );
  return `{ ${pairs.join(", ")} }`;
}

function printKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : printTomlString(key);
}

function isTable(value: unknown): value is Table {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) && !(value instanceof TomlScalar);
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** The end of the line's visible text, its comment included. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  if (end === -1) return text.length;
  return text[end - 1] === "\r" ? end - 1 : end;
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

/** The empty line above a header is removed with it. */
function gapBefore(text: string, start: number): number {
  const [gap] = /(?:^|(?<=\n))\r?\n$/.exec(text.slice(0, start)) ?? [""];
  return start - gap.length;
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
