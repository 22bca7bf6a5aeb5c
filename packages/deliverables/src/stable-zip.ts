import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/** A constant timestamp keeps the bytes reproducible; this is the earliest a zip can hold. */
export const ZIP_TIME = new Date(1980, 0, 1);

/** Makes an office file reproducible: constant timestamps, ids and metadata. */
export function stableZip(bytes: Uint8Array, createdAt: Date): Uint8Array {
  const ids = new Map<string, number>();
  const entries = Object.entries(unzipSync(bytes)).map(([name, content]) => [
    name,
    stableEntry(name, content, ids, createdAt),
  ]);
  return zipSync(Object.fromEntries(entries), { mtime: ZIP_TIME, level: 6 });
}

/** Files as a zip archive; equal files give equal bytes. */
export function zipFiles(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return zipSync({ ...files }, { mtime: ZIP_TIME, level: 6 });
}

function stableEntry(
  name: string,
  content: Uint8Array,
  ids: Map<string, number>,
  createdAt: Date,
): Uint8Array {
  // The data of a chart is a workbook inside the file: a zip with the time in it.
  if (name.endsWith(".xlsx")) return stableZip(content, createdAt);
  if (!/\.(xml|rels)$/.test(name)) return content;
  return strToU8(stableXml(name, strFromU8(content), ids, createdAt));
}

function stableXml(name: string, xml: string, ids: Map<string, number>, createdAt: Date): string {
  // Libraries generate random link ids; renumber them in order of appearance.
  const linked = xml.replace(
    /(?<=")rId(?!\d+")[\w-]{8,}(?=")/g,
    (id) => `rIdLink${numberOf(id, ids)}`,
  );
  // Ids of drawings and bookmarks come from process-wide counters; renumber them too.
  const numbered = withDrawingNumbers(name, linked);
  if (/(^|\/)charts\/chart\d+\.xml$/.test(name)) return withLabelsOutside(numbered);
  if (name === "word/document.xml") return withBookmarkNumbers(numbered);
  if (name !== "docProps/core.xml") return numbered;
  const time = `${createdAt.toISOString().slice(0, 19)}Z`;
  return numbered.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${time}`);
}

/** Drawings of headers have numbers of their own, since every number may occur once in a file. */
function withDrawingNumbers(name: string, xml: string): string {
  const header = /^word\/(?:header|footer)(\d+)\.xml$/.exec(name)?.[1];
  if (!header && name !== "word/document.xml") return xml;
  const ids = new Map<string, number>();
  const first = header ? Number(header) * 100_000 : 0;
  return xml.replace(/(?<=<wp:docPr\b[^>]*?\bid=")\d+/g, (id) => String(first + numberOf(id, ids)));
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

/** Names below negative bars would stand inside them; the library cannot say where to put them. */
function withLabelsOutside(xml: string): string {
  return xml.replace(/<c:catAx>.*?<\/c:catAx>/gs, (axis) =>
    axis.replace('<c:tickLblPos val="nextTo"/>', '<c:tickLblPos val="low"/>'),
  );
}

/** The place of a key in the order in which keys are met. */
function numberOf(key: string, numbers: Map<string, number>): number {
  const number = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, number);
  return number;
}
