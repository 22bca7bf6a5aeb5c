import { insertElementMarkupAccordingToOrderOfSiblings } from "write-excel-file/utility";
import { columnLetters } from "./column-letters.ts";
import { DRAWING_ID, drawingRelationship } from "./drawings.ts";
import { escapeXml } from "./escape-xml.ts";
import type { CellLink, SheetPlan } from "./sheet-plan.ts";

/** What a worksheet consists of, in the order its schema demands. */
const ORDER =
  "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF picture oleObjects controls webPublishItems tableParts extLst".split(
    " ",
  );
const HYPERLINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
const PAPER_SIZES = { a4: 9, letter: 1 } as const;
const MAX_FOOTER_CHARACTERS = 100;

/** What every printed page of a workbook has. */
export interface PageLook {
  readonly paper: keyof typeof PAPER_SIZES;
  readonly header: string;
  readonly footer: string;
}

/** What the library does not write: filters, links without formulas, charts, and pages as wide as the sheet. */
export function withExtras(xml: string, plan: SheetPlan, page: PageLook): string {
  const elements = [
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    filterElement(plan),
    linkElements(plan.links),
    pageTexts(page),
    // Numbers of sources are names; a mark at each cell would tell readers that they are mistakes.
    `<ignoredErrors><ignoredError sqref="A1:${columnLetters(plan.widths.length - 1)}${Math.max(1, plan.rows.length)}" numberStoredAsText="1"/></ignoredErrors>`,
    plan.chart ? `<drawing r:id="${DRAWING_ID}"/>` : "",
  ];
  return elements
    .filter((element) => element !== "")
    .reduce(
      (sheet, element) =>
        insertElementMarkupAccordingToOrderOfSiblings(sheet, element, ORDER, "worksheet"),
      printable(xml, page),
    );
}

/** The relationships that the extras of a sheet refer to. */
export function extraRelationships({ links, chart }: SheetPlan, number: number): string {
  const targets = links.map(
    ({ url }, index) =>
      `<Relationship Id="link${index + 1}" Type="${HYPERLINK}" Target="${escapeXml(url)}" TargetMode="External"/>`,
  );
  return [...targets, ...(chart ? [drawingRelationship(number)] : [])].join("");
}

/** The cells that the filter buttons choose from, as in `$A$1:$C$9`; empty for none. */
export function filteredCells({ filteredRows, widths }: SheetPlan): string {
  return filteredRows > 0 ? `$A$1:$${columnLetters(widths.length - 1)}$${filteredRows}` : "";
}

function printable(xml: string, { paper }: PageLook): string {
  return (
    xml
      .replace(
        /<pageSetup [^>]*>/,
        `<pageSetup paperSize="${PAPER_SIZES[paper]}" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`,
      )
      // The library calls the part below frozen rows the one beside frozen columns.
      .replace('xSplit="0" ', "")
      .replace(/(<pane ySplit="\d+" topLeftCell="A\d+" activePane=")bottomRight/, "$1bottomLeft")
  );
}

function filterElement(plan: SheetPlan): string {
  const cells = filteredCells(plan);
  return cells && `<autoFilter ref="${cells.replaceAll("$", "")}"/>`;
}

function linkElements(links: readonly CellLink[]): string {
  const elements = links.map(
    ({ cell }, index) => `<hyperlink ref="${cell}" r:id="link${index + 1}"/>`,
  );
  return elements.length > 0 ? `<hyperlinks>${elements.join("")}</hyperlinks>` : "";
}

function pageTexts({ header, footer }: PageLook): string {
  return `<headerFooter><oddHeader>&amp;L${pageText(header)}&amp;R&amp;A</oddHeader><oddFooter>&amp;L${pageText(footer)}&amp;R&amp;P / &amp;N</oddFooter></headerFooter>`;
}

/** An ampersand would begin a command. */
function pageText(text: string): string {
  return escapeXml(text.slice(0, MAX_FOOTER_CHARACTERS).toWellFormed().replaceAll("&", "&&"));
}
