import writeExcelFile, { type Cell, type Row } from "write-excel-file/node";
import { citedIn, plainText, type ResearchDocument, type TableBlock } from "../document.ts";
import { furtherQuotes } from "../evidence/describe-evidence.ts";
import { findingsIn } from "../findings.ts";
import { RECORD_TITLE } from "../record-lines.ts";
import { oneLine } from "../safe-text.ts";
import { describeSource } from "../source-line.ts";
import { stableZip } from "../stable-zip.ts";
import { evidenceSheets } from "./evidence-sheet.ts";
import { withHeights } from "./row-heights.ts";
import { type CellLink, sheetExtras } from "./sheet-extras.ts";
import type { SheetPlan } from "./sheet-plan.ts";
import {
  dayCell,
  headerCell,
  linkCell,
  numberCell,
  setIn,
  textCell,
  typedCell,
} from "./typed-cell.ts";

const SUMMARY_PARAGRAPHS = 3;
const MAX_TABLE_SHEETS = 50;
const MAX_WIDTH = 60;
/** More links than this in one sheet make Excel repair the file. */
const MAX_LINKS = 60_000;

export async function renderXlsx(document: ResearchDocument): Promise<Uint8Array> {
  const tables = document.blocks.filter((block): block is TableBlock => block.kind === "table");
  const sheets = [
    summarySheet(document, tables.length),
    findingsSheet(document),
    ...tables.slice(0, MAX_TABLE_SHEETS).map(tableSheet),
    sourcesSheet(document),
    ...evidenceSheets(document.evidence),
    ...recordSheets(document),
  ];
  const file = writeExcelFile(
    sheets.map(({ name, widths, rows, hasHeader }) => ({
      sheet: name,
      data: withHeights(rows, widths),
      columns: widths.map((width) => ({ width })),
      orientation: "landscape" as const,
      ...(hasHeader ? { stickyRowsCount: 1 } : {}),
    })),
    {
      fontFamily: "Calibri",
      fontSize: 11,
      features: [sheetExtras(sheets.map(({ links }) => links))],
    },
  );
  return stableZip(await file.toBuffer(), document.createdAt);
}

function summarySheet(document: ResearchDocument, tableCount: number): SheetPlan {
  const findings = findingsIn(document.blocks);
  const opening = findings
    .filter(({ kind, text }) => kind === "paragraph" && text !== "" && !text.endsWith(":"))
    .slice(0, SUMMARY_PARAGRAPHS);
  const line = (label: string, cell: Cell): Row => [
    { value: label, fontWeight: "bold", alignVertical: "top" },
    cell,
  ];
  const rows: Row[] = [
    [
      {
        type: String,
        format: "@",
        value: document.title,
        fontWeight: "bold",
        fontSize: 16,
        height: 26,
      },
    ],
    [],
    ...(document.evidence?.draft ? [line("Draft", textCell(document.evidence.draft))] : []),
    ...(document.evidence?.line ? [line("Evidence", textCell(document.evidence.line))] : []),
    ...(document.question ? [line("Question", textCell(document.question))] : []),
    ...(document.planName ? [line("Plan", textCell(document.planName))] : []),
    line("Version", numberCell(document.version)),
    line("Date", typedCell(document.createdAt.toISOString().slice(0, 10))),
    line("Findings", numberCell(findings.length)),
    line("Tables", numberCell(tableCount)),
    line("Sources cited", numberCell(document.sources.filter(({ isCited }) => isCited).length)),
    line("Sources in all", numberCell(document.sources.length)),
    [],
    ...opening.map(({ text }, index) => line(index === 0 ? "Summary" : "", textCell(text))),
  ];
  return { name: "Summary", widths: [18, 100], rows, links: [], hasHeader: false };
}

function findingsSheet({ blocks, sources, evidence }: ResearchDocument): SheetPlan {
  const standingOf = new Map(evidence?.claims.map(({ number, standing }) => [number, standing]));
  const linkOf = new Map(sources.map((source) => [source.number, describeSource(source).link]));
  const links: CellLink[] = [];
  const rows = findingsIn(blocks).map((finding, index): Row => {
    const { section, text, numbers, claims, links: own } = finding;
    const standings = claims.flatMap((number) => standingOf.get(number) ?? []);
    const addresses = [...numbers.flatMap((number) => linkOf.get(number) ?? []), ...own];
    const [first, ...others] = addresses;
    if (first) links.push({ cell: `D${index + 2}`, url: first });
    return [
      textCell(section),
      textCell(text),
      textCell(numbers.join(", ")),
      linkCell(first ?? ""),
      textCell(others.join("\n")),
      ...(evidence ? [textCell([...new Set(standings)].join("\n"))] : []),
    ];
  });
  const titles = ["Section", "Finding", "Sources", "Link", "Further links"];
  return {
    name: "Findings",
    widths: [34, 80, 12, 50, 50, ...(evidence ? [40] : [])],
    rows: [[...titles, ...(evidence ? ["Evidence"] : [])].map(headerCell), ...rows],
    links: links.slice(0, MAX_LINKS),
    hasHeader: true,
  };
}

function tableSheet({ header, rows }: TableBlock, index: number): SheetPlan {
  // A cell with a citation keeps its number as text, so that the claim and its source stay together.
  const cells = rows.map((row) =>
    row.map((inlines) =>
      setIn(
        citedIn(inlines).length > 0 ? textCell(plainText(inlines)) : typedCell(plainText(inlines)),
      ),
    ),
  );
  const widths = header.map((heading, column) => {
    const texts = [heading, ...rows.slice(0, 100).map((row) => row[column] ?? [])].map(plainText);
    return Math.min(MAX_WIDTH, Math.max(10, ...texts.map((text) => text.length + 3)));
  });
  return {
    name: `Table ${index + 1}`,
    widths,
    rows: [header.map((heading) => setIn(headerCell(plainText(heading)))), ...cells],
    links: [],
    hasHeader: true,
  };
}

function recordSheets({ record }: ResearchDocument): SheetPlan[] {
  if (record.length === 0) return [];
  const rows = record.map((line): Row => [textCell(line)]);
  return [{ name: RECORD_TITLE, widths: [180], rows, links: [], hasHeader: false }];
}

function sourcesSheet({ sources, evidence }: ResearchDocument): SheetPlan {
  const links: CellLink[] = [];
  const rows = sources.map((source, index): Row => {
    const line = describeSource(source);
    const notes = evidence?.notes.get(source.number) ?? [];
    const passages = notes.map(({ passage }) => passage);
    if (line.link) links.push({ cell: `E${index + 2}`, url: line.link });
    return [
      numberCell(source.number),
      textCell(line.title),
      textCell(line.author),
      dayCell(line.published),
      line.link ? linkCell(line.link) : textCell(oneLine(source.url)),
      textCell(line.doi),
      dayCell(line.retrieved),
      textCell([...passages, ...furtherQuotes(line.quotes, notes)].join("\n")),
      textCell(source.isCited ? "yes" : "no"),
    ];
  });
  const titles = "Number Title Author Published Link DOI Retrieved Quotes Cited".split(" ");
  return {
    name: "Sources",
    widths: [9, 45, 24, 13, 50, 24, 13, 70, 8],
    rows: [titles.map(headerCell), ...rows],
    links: links.slice(0, MAX_LINKS),
    hasHeader: true,
  };
}
