import { strFromU8, unzipSync } from "fflate";
import mammoth from "mammoth";
import { readSheet } from "read-excel-file/node";

/** The XML parts of an office file, by name. */
export function partsOf(bytes: Uint8Array): Record<string, string> {
  const entries = Object.entries(unzipSync(bytes));
  return Object.fromEntries(entries.map(([name, content]) => [name, strFromU8(content)]));
}

/** Link targets of an office file. */
export function linkTargets(bytes: Uint8Array): string[] {
  const relations = Object.entries(partsOf(bytes)).filter(([name]) => name.endsWith(".rels"));
  return relations.flatMap(([, xml]) => {
    const external = [...xml.matchAll(/<Relationship\b[^>]*TargetMode="External"[^>]*>/g)];
    return external.map(([tag]) => /Target="([^"]*)"/.exec(tag)?.[1] ?? "");
  });
}

/** The elements of an HTML page with their attributes; text cannot contain a raw "<". */
export function tagsOf(html: string): { name: string; attributes: Record<string, string> }[] {
  const body = html.replace(/<style>[\s\S]*?<\/style>/, "");
  return [...body.matchAll(/<([a-z!][a-z0-9-]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*>/gi)].map(
    ([, name = "", rest = ""]) => ({
      name: name.toLowerCase(),
      attributes: Object.fromEntries(
        [...rest.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [
          key.toLowerCase(),
          value,
        ]),
      ),
    }),
  );
}

/** The text of a Word document, as another library reads it. */
export async function textOfDocx(bytes: Uint8Array): Promise<string> {
  return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value;
}

/** The rows of one sheet of a workbook, as another library reads them. */
export function rowsOfXlsx(bytes: Uint8Array, sheet: string): Promise<unknown[][]> {
  return readSheet(Buffer.from(bytes), sheet);
}
