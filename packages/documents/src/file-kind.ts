import { isZip } from "./archive/list-archive.ts";

export type FileKind =
  | "note"
  | "text"
  | "html"
  | "docx"
  | "pdf"
  | "bibtex"
  | "ris"
  | "json"
  | "rdf"
  | "zip";

const BY_EXTENSION: Readonly<Record<string, FileKind>> = {
  md: "note",
  markdown: "note",
  mdown: "note",
  txt: "text",
  text: "text",
  rst: "text",
  org: "text",
  adoc: "text",
  html: "html",
  htm: "html",
  xhtml: "html",
  docx: "docx",
  pdf: "pdf",
  bib: "bibtex",
  bibtex: "bibtex",
  ris: "ris",
  json: "json",
  rdf: "rdf",
  zip: "zip",
};

/** How a file is read, by its name; null for kinds that cannot be. */
export function fileKind(path: string): FileKind | null {
  const extension = /\.([^./\\]{1,10})$/.exec(path)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(BY_EXTENSION, extension)
    ? (BY_EXTENSION[extension] ?? null)
    : null;
}

/** Settings of programs and the like, which nobody means: `.obsidian/`, `.DS_Store`, `__MACOSX/`. */
export function isIgnored(path: string): boolean {
  return path
    .split("/")
    .some((name) => (name.startsWith(".") && name !== "." && name !== "..") || IGNORED.has(name));
}

const IGNORED = new Set(["__MACOSX", "node_modules", "Thumbs.db", "desktop.ini"]);

/** Why the content cannot be what the name says, as the end of a sentence; null when it can. */
export function contentProblem(kind: FileKind, bytes: Uint8Array): string | null {
  if (bytes.length === 0) return "is empty";
  if (kind === "zip" || kind === "docx") return isZip(bytes) ? null : "is damaged, or no such file";
  if (kind === "pdf") return startsWith(bytes, "%PDF-") ? null : "is damaged, or no PDF file";
  const isMarked =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  // A text has no zero bytes, except in UTF-16, which begins with a mark.
  return !isMarked && bytes.includes(0) ? "is no text" : null;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((sign, index) => bytes[index] === sign.charCodeAt(0));
}
