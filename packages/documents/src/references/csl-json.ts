import { markupText } from "../xml/markup-text.ts";
import {
  type Bibliography,
  BibliographyBuilder,
  type Reference,
  referenceOf,
} from "./reference.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads CSL JSON, and the JSON of Zotero with notes and attachments; null when the text is something else. */
export function parseCslJson(text: string): Bibliography | null {
  const items = itemsIn(parse(text));
  if (items === null || !items.some(isItem)) return null;
  const found = new BibliographyBuilder();
  for (const [index, item] of items.entries()) {
    const place = `Entry ${index + 1}`;
    if (isRecord(item)) found.add(cslReference(item), place);
    else found.note(`${place} is no entry.`);
  }
  return found.build();
}

function itemsIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return null;
  return Array.isArray(value.items) ? value.items : [value];
}

function isItem(item: unknown): boolean {
  if (!isRecord(item) || typeof item.title !== "string") return false;
  return typeof item.type === "string" || typeof item.itemType === "string";
}

function cslReference(item: Fields): Reference | null {
  return referenceOf({
    key: text(item["citation-key"]) ?? text(item.citationKey) ?? text(item.id),
    title: markupText(text(item.title) ?? ""),
    authors: list(item.author ?? item.creators ?? item.editor).map(nameOf),
    publishedAt: dateOf(item.issued) ?? text(item.date),
    addresses: [text(item.DOI), text(item.URL), text(item.url)],
    container: text(item["container-title"]) ?? text(item.publicationTitle) ?? text(item.bookTitle),
    abstract: markupText(text(item.abstract) ?? text(item.abstractNote) ?? ""),
    keywords: [...(text(item.keyword) ?? "").split(/[;,]/), ...list(item.tags).map(tagOf)],
    notes: [text(item.note) ?? "", text(item.annote) ?? "", ...list(item.notes).map(noteOf)].map(
      markupText,
    ),
    attachments: list(item.attachments).flatMap((attachment) =>
      isRecord(attachment) ? (text(attachment.path) ?? []) : [],
    ),
  });
}

function nameOf(name: unknown): string {
  if (typeof name === "string") return name;
  if (!isRecord(name)) return "";
  const whole = text(name.literal) ?? text(name.name);
  const parts = [
    name.given ?? name.firstName,
    name["non-dropping-particle"],
    name.family ?? name.lastName,
  ];
  return whole ?? parts.flatMap((part) => text(part) ?? []).join(" ");
}

function dateOf(issued: unknown): string | undefined {
  if (!isRecord(issued)) return undefined;
  const [parts] = list(issued["date-parts"]);
  const numbers = list(parts)
    .map(Number)
    .filter((part) => Number.isInteger(part) && part > 0);
  const date = numbers.map((part) => String(part).padStart(2, "0")).join("-");
  return date || text(issued.raw) || text(issued.literal);
}

function noteOf(note: unknown): string {
  return (isRecord(note) ? text(note.note) : text(note)) ?? "";
}

function tagOf(tag: unknown): string {
  return (isRecord(tag) ? text(tag.tag) : text(tag)) ?? "";
}

function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}
