import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/** A constant timestamp keeps the bytes reproducible; this is the earliest a zip can hold. */
export const ZIP_TIME = new Date(1980, 0, 1);

/** Makes an office file reproducible: constant timestamps, ids and metadata. */
export function stableZip(bytes: Uint8Array, createdAt: Date): Uint8Array {
  const ids = new Map<string, number>();
  const entries = Object.entries(unzipSync(bytes)).map(([name, content]) => {
    const isText = /\.(xml|rels)$/.test(name);
    return [name, isText ? strToU8(stableXml(name, strFromU8(content), ids, createdAt)) : content];
  });
  return zipSync(Object.fromEntries(entries), { mtime: ZIP_TIME, level: 6 });
}

/** Files as a zip archive; equal files give equal bytes. */
export function zipFiles(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...files }, { mtime: ZIP_TIME, level: 6 });
}

function stableXml(name: string, xml: string, ids: Map<string, number>, createdAt: Date): string {
  // Libraries generate random link ids; renumber them in order of appearance.
  const numbered = xml.replace(
    /(?<=")rId(?!\d+")[\w-]{8,}(?=")/g,
    (id) => `rIdLink${numberOf(id, ids)}`,
  );
  // Bookmark ids come from a process-wide counter; renumber them too.
  if (name === "word/document.xml") return withBookmarkNumbers(numbered);
  if (name !== "docProps/core.xml") return numbered;
  const time = `${createdAt.toISOString().slice(0, 19)}Z`;
  return numbered.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${time}`);
}

function withBookmarkNumbers(xml: string): string {
  const ids = new Map<string, number>();
  const names = new Map<string, number>();
  return xml
    .replace(/(?<=<w:bookmark(?:Start|End)\b[^>]*?\bw:id=")\d+/g, (id) => String(numberOf(id, ids)))
    .replace(
      /(?<=\bw:(?:anchor|name)="|<w:instrText[^>]*>\s*PAGEREF )_Toc\d+/g,
      (name) => `_Toc${numberOf(name, names)}`,
    );
}

/** The place of a key in the order in which keys are met. */
function numberOf(key: string, numbers: Map<string, number>): number {
  const number = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, number);
  return number;
}
