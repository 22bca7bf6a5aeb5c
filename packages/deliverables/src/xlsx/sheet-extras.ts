import { insertElementMarkupAccordingToOrderOfSiblings } from "write-excel-file/utility";

export interface CellLink {
  /** Where it stands, as in A1. */
  readonly cell: string;
  readonly url: string;
}

interface SheetPlace {
  readonly sheetIndex: number;
}

/** What comes after the rows of a worksheet, in the order its schema demands. */
const ORDER =
  "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF picture oleObjects controls webPublishItems tableParts extLst".split(
    " ",
  );
const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";
const NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Real hyperlinks for cells, so that no formula is needed to make one, and pages as wide as the sheet. */
export function sheetExtras(linksOfSheets: readonly (readonly CellLink[])[]) {
  return {
    files: {
      transform: {
        "xl/worksheets/sheet{id}.xml": {
          transform: (xml: string, _: unknown, { sheetIndex }: SheetPlace) =>
            withLinks(fitToPage(xml), linksOfSheets[sheetIndex] ?? []),
        },
        "xl/worksheets/_rels/sheet{id}.xml.rels": {
          insert: (_: unknown, { sheetIndex }: SheetPlace) =>
            relationships(linksOfSheets[sheetIndex] ?? []),
        },
      },
    },
  };
}

/** Printed, every column of a row stands on the same page. */
function fitToPage(xml: string): string {
  const properties = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  return insertElementMarkupAccordingToOrderOfSiblings(xml, properties, ORDER, "worksheet").replace(
    "<pageSetup ",
    '<pageSetup fitToWidth="1" fitToHeight="0" ',
  );
}

function withLinks(xml: string, links: readonly CellLink[]): string {
  if (links.length === 0) return xml;
  const elements = links.map(
    ({ cell }, index) =>
      `<hyperlink xmlns:r="${NAMESPACE}" ref="${cell}" r:id="link${index + 1}"/>`,
  );
  const markup = `<hyperlinks>${elements.join("")}</hyperlinks>`;
  return insertElementMarkupAccordingToOrderOfSiblings(xml, markup, ORDER, "worksheet");
}

function relationships(links: readonly CellLink[]): string | undefined {
  if (links.length === 0) return undefined;
  return links
    .map(
      ({ url }, index) =>
        `<Relationship Id="link${index + 1}" Type="${TYPE}" Target="${escapeAttribute(url)}" TargetMode="External"/>`,
    )
    .join("");
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
