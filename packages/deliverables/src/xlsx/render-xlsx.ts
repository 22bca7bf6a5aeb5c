import writeExcelFile from "write-excel-file/node";
import type { ResearchDocument } from "../document.ts";
import { stableZip } from "../stable-zip.ts";
import { footerOf } from "../structure/answer-notes.ts";
import { answerSheet } from "./answer-sheet.ts";
import { labelCell, textCell } from "./cells.ts";
import { claimsSheets } from "./claims-sheet.ts";
import { directed } from "./directed.ts";
import { findingsSheet } from "./findings-sheet.ts";
import { methodSheets } from "./method-sheet.ts";
import { withHeights } from "./row-heights.ts";
import { type SheetLook, sheetLook } from "./sheet-look.ts";
import { sheetNames } from "./sheet-names.ts";
import { type SheetPlan, textSheet } from "./sheet-plan.ts";
import { sourcesSheet } from "./sources-sheet.ts";
import { tableSheet, tablesIn } from "./table-sheet.ts";
import { workbookExtras } from "./workbook-extras.ts";

const MAX_TABLE_SHEETS = 50;
const FONT_SIZE = 11;
const RECORD_WIDTH = 140;

export async function renderXlsx(document: ResearchDocument): Promise<Uint8Array> {
  const look = sheetLook(document);
  const plans = await sheetPlans(document, look);
  const page = {
    paper: document.theme.paper,
    header: document.title,
    footer: footerOf(document),
  };
  const isRightToLeft = document.direction === "rtl";
  const file = writeExcelFile(
    plans.map(({ name, widths, rows, hasHeader }) => ({
      sheet: name,
      data: withHeights(isRightToLeft ? directed(rows) : rows, widths),
      columns: widths.map((width) => ({ width })),
      orientation: "landscape" as const,
      showGridLines: false,
      ...(isRightToLeft ? { rightToLeft: true } : {}),
      ...(hasHeader ? { stickyRowsCount: 1 } : {}),
    })),
    {
      fontFamily: look.bodyFont,
      fontSize: FONT_SIZE,
      features: [workbookExtras(plans, { page, title: document.title, isRightToLeft })],
    },
  );
  return stableZip(await file.toBuffer(), document.createdAt);
}

async function sheetPlans(document: ResearchDocument, look: SheetLook): Promise<SheetPlan[]> {
  const { sheets } = look.labels;
  const nameOf = sheetNames();
  // The names of the sheets that every workbook has come first, so that no table takes one of them.
  const own = (wanted: string) => nameOf(wanted, wanted);
  const [answer, findings, claims] = [own(sheets.answer), own(sheets.findings), own(sheets.claims)];
  const [sources, method, record] = [own(sheets.sources), own(sheets.method), own(sheets.record)];
  const tables = tablesIn(document.blocks);
  const data = await Promise.all(
    tables.slice(0, MAX_TABLE_SHEETS).map((table, index) => {
      return tableSheet(table, nameOf(table.heading, `${sheets.data} ${index + 1}`), look);
    }),
  );
  const leftOut = tables.slice(MAX_TABLE_SHEETS).map(({ heading }) => heading || sheets.data);
  return [
    answerSheet(document, answer, { leftOut, look }),
    findingsSheet(document, findings, look),
    ...claimsSheets(document.evidence, claims, look),
    ...data,
    ...(document.sources.length > 0 ? [sourcesSheet(document, sources, look)] : []),
    ...methodSheets(document, method, look),
    ...recordSheets(document, record, look),
  ];
}

function recordSheets({ record }: ResearchDocument, name: string, look: SheetLook): SheetPlan[] {
  if (record.length === 0) return [];
  const note = [labelCell(look.labels.recordNote, look)];
  return [textSheet(name, [RECORD_WIDTH], [note, ...record.map((line) => [textCell(line)])])];
}
