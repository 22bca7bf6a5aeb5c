import { strFromU8, unzipSync } from "fflate";
import mammoth from "mammoth";
import readXlsxFile, { readSheet } from "read-excel-file/node";
import type { Format } from "../../../deliverables/src/deliverable.ts";
import { numbersInPdf } from "./read-pdf.ts";

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
  return [...body.matchAll(/<([a-z!][a-z0-9-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
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

/** The numbers of sources that a file shows: the citations of its text in order, and its list of sources with their titles. */
export async function numbersIn(
  bytes: Uint8Array,
  format: Format,
): Promise<{ cited: number[]; listed: Record<number, string> }> {
  if (format === "pdf") return numbersInPdf(bytes);
  const [body, list] = await bodyAndList(bytes, format);
  const entries = list.flatMap((entry) => {
    const [, number, title] = /^\[?(\d+)\]?\s+(\w+)/.exec(entry) ?? [];
    return number && title ? [[Number(number), title] as const] : [];
  });
  const cited = [...body.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  return { cited, listed: Object.fromEntries(entries) };
}

/** The text before the list of sources, with citations as `[7]`, and the entries of the list. */
async function bodyAndList(bytes: Uint8Array, format: Format): Promise<[string, string[]]> {
  if (format === "markdown") {
    const [body = "", list = ""] = strFromU8(bytes).split("## Sources");
    return [body, list.split("\n").map((line) => line.replace(/^- /, ""))];
  }
  if (format === "html") {
    const html = strFromU8(bytes);
    const [, main = ""] = /<main>(.*)<\/main>/s.exec(html) ?? [];
    const [body = "", list = ""] = main.split('<section class="sources"');
    const items = list.matchAll(/<li id="source-(\d+)" value="\1">(.*?)<\/li>/gs);
    const cited = body.replace(/<a [^>]*id="cite-[^>]*>(\d+)<\/a>/g, "[$1]");
    return [textOf(cited), [...items].map(([, number, item = ""]) => `${number} ${textOf(item)}`)];
  }
  if (format === "docx") {
    const links = partsOf(bytes)["word/document.xml"]?.matchAll(/w:anchor="source_(\d+)"/g) ?? [];
    const [, list = ""] = (await textOfDocx(bytes)).split(/^Sources$/m);
    return [[...links].map(([, number]) => `[${number}]`).join(" "), list.split("\n")];
  }
  if (format === "xlsx") {
    // Citations stand in a column of their own, beside the findings and the data.
    const sheets = await readXlsxFile(Buffer.from(bytes));
    const cited = sheets.flatMap(({ sheet, data: [header = [], ...rows] }) => {
      const column = sheet === "Claims" ? -1 : header.indexOf("Sources");
      const lines = rows.flatMap((row) => String(row[column] ?? "").split("\n"));
      return lines.flatMap((line) => line.replace(/^.*: /, "").match(/\d+/g) ?? []);
    });
    const sources = (await rowsOfXlsx(bytes, "Sources")).slice(1);
    const body = cited.map((number) => `[${number}]`).join(" ");
    return [body, sources.map(([number, title]) => `${number} ${title}`)];
  }
  const slides = Object.entries(partsOf(bytes))
    .filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }))
    .map(([, xml]) => withBrackets(xml).replaceAll("<a:br", "\n<a:br").split("</a:p>").map(textOf));
  const isList = (slide: string[]) => slide.some((paragraph) => /^Sources( \(|$)/.test(paragraph));
  const body = slides
    .filter((slide) => !isList(slide))
    .flat()
    .join("\n");
  return [body, slides.filter(isList).flat()];
}

/** Raised numbers of slides as `[7]`. */
function withBrackets(xml: string): string {
  return xml.replace(
    /(<a:rPr [^>]*baseline="30000"[^>]*>(?:(?!<a:t>).)*<a:t>),?\s*(\d+)(?=<\/a:t>)/g,
    (_, before: string, number: string) => `${before}[${number}]`,
  );
}

function textOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, "").trim();
}
