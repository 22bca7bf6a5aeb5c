import {
  type Bibliography,
  decodeText,
  type Note,
  parseBibtex,
  parseCslJson,
  parseRis,
  parseZoteroRdf,
  type Reference,
  readNote,
  savedFrom,
} from "@trovella/documents";
import type { SourceInput } from "../memory/store-artifact.ts";
import type { Leaf } from "./import-files.ts";
import { hashOf, type ImportItem, sourceOf } from "./import-item.ts";

/** Reads a web page, PDF or Word file where it can do no harm; null when it has no text. */
export type ReadPage = (page: {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}) => Promise<{ readonly text: string; readonly title: string | null } | null>;

export interface ReadDocument {
  readonly item: ImportItem | null;
  /** Why it is none, or what to know about it; sentences. */
  readonly problem?: string;
  readonly remark?: string;
}

const PARSERS = {
  bibtex: parseBibtex,
  ris: parseRis,
  json: parseCslJson,
  rdf: parseZoteroRdf,
} as const;
const CONTENT_TYPES = {
  html: "text/html",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;
const GUESSED = "It is not UTF-8, and was read as Western European (Windows-1252).";
const NO_TEXT = "It has no text that can be read, or is damaged.";

type ReferenceKind = keyof typeof PARSERS;

export function isBibliography(leaf: Leaf): leaf is Leaf & { kind: ReferenceKind } {
  return Object.hasOwn(PARSERS, leaf.kind);
}

/** Null when the file is something else. */
export function readBibliography(
  kind: ReferenceKind,
  bytes: Uint8Array,
): { readonly bibliography: Bibliography | null; readonly remark?: string } {
  const { text, isGuessed } = decodeText(bytes);
  return { bibliography: PARSERS[kind](text), ...(isGuessed ? { remark: GUESSED } : {}) };
}

export interface DocumentReading {
  readonly leaf: Leaf;
  readonly bytes: Uint8Array;
  /** The reference to which the file belongs. */
  readonly reference: Reference | undefined;
  readonly readPage: ReadPage;
}

/** A document as an item. Bibliographies are read before, since documents belong to their entries. */
export async function readDocument(reading: DocumentReading): Promise<ReadDocument> {
  const { kind } = reading.leaf;
  if (kind === "html" || kind === "pdf" || kind === "docx") return readApart(reading, kind);
  const { text, isGuessed } = decodeText(reading.bytes);
  const remark = isGuessed ? { remark: GUESSED } : {};
  if (text.trim() === "") return { item: null, problem: "The file is empty." };
  if (kind !== "note")
    return { item: itemOf(reading, { title: null, text, sources: [] }), ...remark };
  const note = readNote(text);
  if (note.text === "") return { item: null, problem: "The note has no text." };
  const title = note.title ?? nameOf(reading.leaf.path);
  const sources = sourcesOfNote(note, title);
  return {
    item: itemOf(reading, { title, text: withTags(note.text, note.tags), sources }),
    ...remark,
  };
}

async function readApart(
  reading: DocumentReading,
  kind: keyof typeof CONTENT_TYPES,
): Promise<ReadDocument> {
  const { bytes, readPage } = reading;
  const page = await readPage({ bytes, contentType: CONTENT_TYPES[kind] });
  if (!page || page.text.trim() === "") return { item: null, problem: NO_TEXT };
  const url = kind === "html" ? savedFrom(decodeText(bytes.subarray(0, 100_000)).text) : null;
  const title = page.title ?? nameOf(reading.leaf.path);
  const sources =
    url === null ? [] : [sourceOf({ title, url, doi: null, authors: [], publishedAt: null })];
  return { item: itemOf(reading, { title: page.title, text: page.text, sources }) };
}

function itemOf(
  { leaf: { path }, bytes, reference }: DocumentReading,
  { title, text, sources }: { title: string | null; text: string; sources: readonly SourceInput[] },
): ImportItem {
  return {
    kind: "document",
    path,
    identity: { contentHash: hashOf("document", bytes) },
    title: reference?.title ?? title ?? nameOf(path),
    text,
    sources: reference ? [sourceOf(reference), ...sources] : sources,
  };
}

function sourcesOfNote(
  { url, doi, authors, publishedAt, links }: Note,
  title: string,
): SourceInput[] {
  const own = (url ?? doi) ? [sourceOf({ title, url, doi, authors, publishedAt })] : [];
  const linked = links.map((link) =>
    sourceOf({ ...link, doi: null, authors: [], publishedAt: null }),
  );
  return [...own, ...linked];
}

function withTags(text: string, tags: readonly string[]): string {
  return tags.length > 0 ? `${text}\n\nTags: ${tags.join(", ")}` : text;
}

/** `heat pumps` for `notes/heat pumps.md`. */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/\.[^.]+$/, "") || name;
}
