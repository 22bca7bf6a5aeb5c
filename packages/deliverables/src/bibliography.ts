import type { Source } from "./deliverable.ts";
import { describeSource, isDoi, type SourceLine } from "./source-line.ts";

export const BIBLIOGRAPHY_FORMATS = ["ris", "bibtex", "csl-json"] as const;
export type BibliographyFormat = (typeof BIBLIOGRAPHY_FORMATS)[number];

export interface Bibliography {
  readonly text: string;
  readonly contentType: string;
  readonly extension: string;
}

/** The sources as reference managers read them, in the order given, with all quotes of each. */
export function renderBibliography(
  sources: readonly Source[],
  format: BibliographyFormat,
): Bibliography {
  const lines = sources.map(describeSource);
  switch (format) {
    case "ris":
      return file(lines.map(toRis).join(""), "application/x-research-info-systems", "ris");
    case "bibtex":
      return file(toBibtex(lines), "application/x-bibtex", "bib");
    case "csl-json":
      return file(
        `${JSON.stringify(sources.map(toCsl), null, 2)}\n`,
        "application/vnd.citationstyles.csl+json",
        "json",
      );
  }
}

function file(text: string, contentType: string, extension: string): Bibliography {
  return { text, contentType: `${contentType}; charset=utf-8`, extension };
}

function toRis(line: SourceLine): string {
  const date = dateParts(line.published);
  const accessed = dateParts(line.retrieved);
  const fields: [string, string | null][] = [
    ["TY", isDoi(line.doi) ? "JOUR" : "ELEC"],
    ["TI", line.title],
    ...authorsOf(line).map((author): [string, string] => ["AU", author]),
    ["PY", date ? String(date[0]) : null],
    ["DA", date ? date.map(twoDigits).join("/") : null],
    ["DO", line.doi],
    ["UR", line.link],
    ["Y2", accessed ? accessed.map(twoDigits).join("/") : null],
    ...line.quotes.map((quote): [string, string] => ["N1", quote]),
    ["ER", ""],
  ];
  return fields
    .filter(([tag, value]) => tag === "ER" || value)
    .map(([tag, value]) => `${tag}  - ${value}\r\n`)
    .join("");
}

function toBibtex(lines: readonly SourceLine[]): string {
  const keys = new Map<string, number>();
  return lines.map((line) => toBibtexEntry(line, uniqueKey(line, keys))).join("\n");
}

function toBibtexEntry(line: SourceLine, key: string): string {
  const date = dateParts(line.published);
  const authors = authorsOf(line).map((author) => `{${escapeBibtex(author)}}`);
  const fields: [string, string | null][] = [
    ["title", `{${escapeBibtex(line.title)}}`],
    ["author", authors.join(" and ")],
    ["year", date ? String(date[0]) : null],
    ["month", date?.[1] ? String(date[1]) : null],
    ["doi", escapeBibtex(line.doi)],
    ["url", line.link ? line.link.replace(/[{}\\]/g, encodeURIComponent) : null],
    ["urldate", escapeBibtex(line.retrieved)],
    ["note", escapeBibtex(line.quotes.join(" / "))],
  ];
  const written = fields
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name} = {${value}}`);
  return `@${isDoi(line.doi) ? "article" : "misc"}{${key},\n${written.join(",\n")}\n}\n`;
}

/** Author, year and first word of the title, made unique with a number. */
function uniqueKey(line: SourceLine, keys: Map<string, number>): string {
  const name = authorsOf(line)[0]?.split(/[,\s]+/)[0] ?? "";
  const word = line.title.split(/\s+/)[0] ?? "";
  const plain = `${name}${dateParts(line.published)?.[0] ?? ""}${word}`
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
  const key = plain || "source";
  const used = (keys.get(key) ?? 0) + 1;
  keys.set(key, used);
  return used === 1 ? key : `${key}-${used}`;
}

const BIBTEX_ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

function escapeBibtex(text: string): string {
  return text.replace(
    /[\\{}$&#_%~^]/g,
    (character) => BIBTEX_ESCAPES[character] ?? `\\${character}`,
  );
}

function toCsl(source: Source): Record<string, unknown> {
  const line = describeSource(source);
  const published = dateParts(line.published);
  const accessed = dateParts(line.retrieved);
  const authors = authorsOf(line);
  return {
    id: `source-${source.number}`,
    type: isDoi(line.doi) ? "article-journal" : "webpage",
    title: line.title,
    ...(authors.length > 0 ? { author: authors.map((literal) => ({ literal })) } : {}),
    ...(published ? { issued: { "date-parts": [published] } } : {}),
    ...(accessed ? { accessed: { "date-parts": [accessed] } } : {}),
    ...(line.link ? { URL: line.link } : {}),
    ...(line.doi ? { DOI: line.doi } : {}),
    ...(line.quotes.length > 0 ? { note: line.quotes.join(" / ") } : {}),
  };
}

function authorsOf({ author }: SourceLine): string[] {
  return author.split(/\s*;\s*|\s+and\s+/).filter((name) => name !== "");
}

/** Year, month and day as far as the text begins with them. */
function dateParts(text: string): number[] | null {
  const parts = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-([0-2]\d|3[01]))?)?(?!\d)/.exec(text);
  return parts ? parts.slice(1).flatMap((part) => (part ? [Number(part)] : [])) : null;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
