import { latexText } from "./latex-text.ts";
import {
  type Bibliography,
  BibliographyBuilder,
  type Reference,
  referenceOf,
} from "./reference.ts";

const ENTRY_START = /^[ \t]*@[ \t]*[A-Za-z]+[ \t]*[{(]/gm;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/**
 * Reads BibTeX and BibLaTeX. A broken entry is reported and left out; the next one begins on a line with an @, so that an entry
 * which is never closed takes nothing else with it.
 */
export function parseBibtex(text: string): Bibliography {
  const found = new BibliographyBuilder();
  const strings = new Map(MONTHS.map((month, index) => [month, String(index + 1)]));
  const starts = [...text.matchAll(ENTRY_START)].map(({ index }) => index);
  let line = 1;
  let counted = 0;
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? text.length;
    for (; counted < start; counted += 1) if (text[counted] === "\n") line += 1;
    readSegment(text.slice(start, end), { strings, found, place: `Line ${line}` });
  }
  return found.build();
}

interface Reading {
  readonly strings: Map<string, string>;
  readonly found: BibliographyBuilder;
  readonly place: string;
}

/** Usually one entry; several when they share a line. */
function readSegment(text: string, { strings, found, place }: Reading): void {
  const cursor = new Cursor(text);
  while (cursor.skipTo("@")) {
    const type = cursor.take(/\s*([A-Za-z]+)\s*[{(]/y)?.toLowerCase();
    if (type === undefined) continue;
    if (type === "comment" || type === "preamble") {
      if (cursor.balanced("}") === null) return;
      continue;
    }
    const key = type === "string" ? "" : cursor.take(/\s*([^\s,{}()"]*)\s*,/y);
    const fields = key === undefined ? null : cursor.fields(strings);
    if (!fields) {
      found.note(`${place}: the entry is broken.`);
      return;
    }
    if (type === "string") for (const [name, value] of fields) strings.set(name, value);
    else
      found.add(
        bibtexReference(key ?? "", fields),
        `${place}: the entry ${key || "without a key"}`,
      );
  }
}

class Cursor {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  skipTo(sign: string): boolean {
    const found = this.text.indexOf(sign, this.at);
    this.at = found < 0 ? this.text.length : found + 1;
    return found >= 0;
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found?.[1];
  }

  /** All up to the sign that closes what was opened before; null when nothing does. As in BibTeX, a backslash hides no brace. */
  balanced(close: string): string | null {
    const start = this.at;
    let depth = 0;
    for (let at = start; at < this.text.length; at += 1) {
      const sign = this.text[at];
      if (depth === 0 && sign === close) {
        this.at = at + 1;
        return this.text.slice(start, at);
      }
      if (sign === "{") depth += 1;
      else if (sign === "}") depth -= 1;
      if (depth < 0) return null;
    }
    return null;
  }

  /** `name = value, …` up to the end of the entry; null when it is broken. */
  fields(strings: ReadonlyMap<string, string>): Map<string, string> | null {
    const fields = new Map<string, string>();
    for (;;) {
      if (this.take(/[\s,]*([})])/y) !== undefined) return fields;
      const name = this.take(/[\s,]*([^\s=,{}()"#]+)\s*=/y);
      const value = name === undefined ? null : this.value(strings);
      if (name === undefined || value === null) return null;
      const known = name.toLowerCase();
      if (!fields.has(known)) fields.set(known, value);
    }
  }

  private value(strings: ReadonlyMap<string, string>): string | null {
    const parts: string[] = [];
    do {
      const opening = this.take(/\s*([{"])/y);
      const part = opening ? this.balanced(opening === "{" ? "}" : '"') : this.bare(strings);
      if (part === null) return null;
      parts.push(part);
    } while (this.take(/\s*(#)/y));
    return parts.join("");
  }

  private bare(strings: ReadonlyMap<string, string>): string | null {
    const word = this.take(/\s*([^\s,{}()"#=]+)/y);
    return word === undefined ? null : (strings.get(word.toLowerCase()) ?? word);
  }
}

function bibtexReference(key: string, fields: ReadonlyMap<string, string>): Reference | null {
  const text = (name: string) => {
    const value = fields.get(name);
    return value === undefined ? undefined : latexText(value);
  };
  const names = fields.get("author") ?? fields.get("editor") ?? "";
  const title = [text("title"), text("subtitle")].filter(Boolean).join(": ");
  // An address is written as it is, or with the escapes of LaTeX.
  const address = (name: string) =>
    fields
      .get(name)
      ?.replace(/\\([_%&#~])/g, "$1")
      .replace(/^\\url\{(.*)\}$|[{}]/g, "$1");
  return referenceOf({
    key,
    title,
    authors: splitNames(names)
      .map((name) => latexText(name))
      .map(firstNameFirst),
    publishedAt: text("date") ?? yearAndMonth(text("year"), fields.get("month")),
    addresses: [address("doi"), address("url"), address("howpublished"), address("note")],
    container: text("journal") ?? text("journaltitle") ?? text("booktitle"),
    abstract: text("abstract"),
    keywords: (text("keywords") ?? "").split(/[;,]/),
    notes: ["annote", "annotation", "comment"].flatMap((name) => text(name) ?? []),
    attachments: filesIn(fields.get("file") ?? ""),
  });
}

/** Names are separated by `and` outside of braces: `{Barnes and Noble} and Smith, J.` are two. */
function splitNames(names: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of names.matchAll(/[{}]|\s+and\s+/gi)) {
    if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    else if (depth === 0) {
      found.push(names.slice(start, index));
      start = index + sign.length;
    }
  }
  return [...found, names.slice(start)];
}

/** `Ada Lovelace` for `Lovelace, Ada`. */
export function firstNameFirst(name: string): string {
  const [last = "", ...rest] = name.split(",").map((part) => part.trim());
  if (rest.length === 0 || rest.length > 2) return name.trim();
  return [rest.at(-1), last, ...rest.slice(0, -1)].filter(Boolean).join(" ");
}

function yearAndMonth(year: string | undefined, month: string | undefined): string | undefined {
  const number = MONTHS.indexOf((month ?? "").toLowerCase().slice(0, 3)) + 1 || Number(month);
  if (!year || !/^\d{4}$/.test(year.trim()) || !(number >= 1 && number <= 12)) return year;
  return `${year.trim()}-${String(number).padStart(2, "0")}`;
}

/** `Full Text:files/12/a.pdf:application/pdf;…`, or paths alone; signs in names are escaped. */
function filesIn(field: string): string[] {
  return splitAt(field, ";").flatMap((file) => {
    const parts = splitAt(file, ":");
    const path = (parts.length >= 3 ? parts.slice(1, -1).join(":") : parts[0]) ?? "";
    return path.replace(/\\(.)/g, "$1").trim() || [];
  });
}

function splitAt(text: string, sign: string): string[] {
  const parts = text.match(new RegExp(`(?:\\\\.|[^\\\\${sign}])+`, "gs"));
  return parts ?? [];
}
