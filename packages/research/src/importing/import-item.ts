import { createHash } from "node:crypto";
import type { Reference } from "@trovella/documents";
import { LIMITS } from "@trovella/plan-engine";
import type { ArtifactInput, SourceInput } from "../memory/store-artifact.ts";
import { MAX_TITLE } from "../text/check-length.ts";
import { isDoi, plainDoi } from "../text/doi.ts";
import { webLink } from "../text/web-link.ts";

/** Something that becomes one artifact, or several when it is too long for one. */
export interface ImportItem {
  readonly kind: "document" | "reference" | "note";
  readonly path: string;
  /** What makes it the same as something that was imported before: its content, or the source that it describes. */
  readonly identity: { readonly contentHash: string } | { readonly reference: Reference };
  readonly title: string;
  readonly text: string;
  readonly sources: readonly SourceInput[];
}

const TYPES = { document: "note", reference: "source", note: "note" } as const;
/** As JSON it may be twice as long. */
const MAX_PART = 900_000;

/** The artifacts of an item, without their origin. */
export function artifactsOf(
  { kind, title, text, sources }: ImportItem,
  summary: string,
): ArtifactInput[] {
  const parts = partsOf(clean(text));
  return parts.map((part, index) => ({
    artifactType: TYPES[kind],
    title: limited(
      parts.length === 1
        ? title
        : `${limited(title, MAX_TITLE - 30)} (part ${index + 1} of ${parts.length})`,
      MAX_TITLE,
    ),
    content: part,
    summary: clean(summary),
    sources: index === 0 ? sources : [],
  }));
}

/** Of a file's bytes or a note's text. */
export function hashOf(kind: ImportItem["kind"], content: Uint8Array | string): string {
  return createHash("sha256").update(`${kind}\n`).update(content).digest("hex");
}

/** A reference and what people wrote about it. */
export function itemsOfReference(path: string, reference: Reference): ImportItem[] {
  const { title, key, notes } = reference;
  const source = sourceOf(reference);
  const place = `${path}#${key ?? title}`;
  return [
    {
      kind: "reference",
      path: place,
      identity: { reference },
      title,
      text: describeReference(reference),
      sources: [source],
    },
    ...notes.map(
      (note, index): ImportItem => ({
        kind: "note",
        path: `${place}#note-${index + 1}`,
        identity: { contentHash: hashOf("note", `${title}\n${note}`) },
        title: `Note on ${title}`,
        text: note,
        sources: [source],
      }),
    ),
  ];
}

/** As it is stored: lengths and addresses are what the memory takes. */
export function sourceOf({
  title,
  authors,
  publishedAt,
  url,
  doi,
}: Pick<Reference, "title" | "authors" | "publishedAt" | "url" | "doi">): SourceInput {
  const author = limited(authors.join("; "), LIMITS.nameLength);
  const link = webLink(url === null ? null : clean(url));
  const isKnownDoi = doi !== null && isDoi(doi);
  return {
    title: limited(title, MAX_TITLE),
    ...(author === "" ? {} : { author }),
    ...(publishedAt === null ? {} : { publishedAt: limited(publishedAt, 40) }),
    ...(link !== null && link.length <= 2_000 ? { url: link } : {}),
    ...(isKnownDoi ? { doi: clean(plainDoi(doi)).slice(0, 300) } : {}),
  };
}

function describeReference(reference: Reference): string {
  const { authors, publishedAt, title, container, doi, url, abstract, keywords } = reference;
  const head = [
    authors.length > 0 ? authors.join(", ") : null,
    publishedAt === null ? null : `(${publishedAt})`,
    `${title}.`,
    container === null ? null : `${container}.`,
    doi === null ? url : `https://doi.org/${doi}`,
  ];
  const paragraphs = [
    head.filter((part) => part !== null).join(" "),
    abstract,
    keywords.length > 0 ? `Keywords: ${keywords.join(", ")}` : null,
  ];
  return paragraphs.filter((part) => part !== null).join("\n\n");
}

/** Divided between paragraphs where possible. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let at = 0;
  while (text.length - at > MAX_PART) {
    const end = text.lastIndexOf("\n\n", at + MAX_PART);
    const cut = end > at ? end : at + MAX_PART;
    parts.push(text.slice(at, cut).toWellFormed());
    at = cut;
  }
  return [...parts, text.slice(at).toWellFormed()];
}

/** PostgreSQL stores neither zero bytes nor halves of characters. */
function clean(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

function limited(text: string, length: number): string {
  const line = clean(text).replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`;
}
