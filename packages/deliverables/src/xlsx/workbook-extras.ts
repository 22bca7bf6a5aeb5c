import { withReadingOrder } from "./directed.ts";
import { drawingContentTypes, drawingFiles } from "./drawings.ts";
import { escapeXml } from "./escape-xml.ts";
import { extraRelationships, filteredCells, type PageLook, withExtras } from "./sheet-extras.ts";
import { quotedName } from "./sheet-names.ts";
import type { SheetPlan } from "./sheet-plan.ts";

interface SheetPlace {
  readonly sheetIndex: number;
}

interface WorkbookLook {
  readonly page: PageLook;
  readonly title: string;
  readonly isRightToLeft: boolean;
}

/** What a font consists of, in the order its schema demands; the library has an order of its own. */
const FONT_ORDER = ["b", "i", "strike", "u", "vertAlign", "sz", "color", "name", "family"];
const CORE = "docProps/core.xml";

/** Completes what the library writes, so that the file is valid and has its charts. */
export function workbookExtras(
  plans: readonly SheetPlan[],
  { page, title, isRightToLeft }: WorkbookLook,
) {
  const charted = plans.flatMap(({ chart }, at) => (chart ? [{ chart, number: at + 1 }] : []));
  return {
    files: {
      transform: {
        "[Content_Types].xml": {
          insert: () =>
            `<Override ContentType="application/vnd.openxmlformats-package.core-properties+xml" PartName="/${CORE}"/>${charted.map(({ number }) => drawingContentTypes(number)).join("")}`,
        },
        "_rels/.rels": {
          insert: () =>
            `<Relationship Id="core1" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="${CORE}"/>`,
        },
        "xl/styles.xml": {
          transform: (xml: string) =>
            isRightToLeft ? withReadingOrder(withFontsInOrder(xml)) : withFontsInOrder(xml),
        },
        "xl/workbook.xml": {
          transform: (xml: string) =>
            xml.replace(
              /<definedNames\s*\/>|<definedNames>.*?<\/definedNames>/s,
              definedNames(plans),
            ),
        },
        "xl/worksheets/sheet{id}.xml": {
          transform: (xml: string, _: unknown, { sheetIndex }: SheetPlace) => {
            const plan = plans[sheetIndex];
            return plan ? withExtras(xml, plan, page) : xml;
          },
        },
        "xl/worksheets/_rels/sheet{id}.xml.rels": {
          insert: (_: unknown, { sheetIndex }: SheetPlace) => {
            const plan = plans[sheetIndex];
            return plan && (extraRelationships(plan, sheetIndex + 1) || undefined);
          },
        },
      },
      write: {
        files: () =>
          Object.fromEntries([
            [CORE, coreProperties(title)],
            ...charted.flatMap(({ chart, number }) => Object.entries(drawingFiles(chart, number))),
          ]),
      },
    },
  };
}

function withFontsInOrder(xml: string): string {
  return xml.replace(/<font>(.*?)<\/font>/gs, (_, inside: string) => {
    const elements = [...inside.matchAll(/<(\w+)[^>]*\/>/g)];
    const place = (name = "") => FONT_ORDER.indexOf(name);
    const sorted = elements.toSorted(([, one], [, other]) => place(one) - place(other));
    return `<font>${sorted.map(([element]) => element).join("")}</font>`;
  });
}

/** Headers that are printed on every page, and the cells of filters. */
function definedNames(plans: readonly SheetPlan[]): string {
  const names = plans.flatMap((plan, at) => {
    const sheet = escapeXml(quotedName(plan.name));
    const cells = filteredCells(plan);
    return [
      ...(cells
        ? [
            `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${sheet}!${cells}</definedName>`,
          ]
        : []),
      ...(plan.hasHeader
        ? [
            `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${sheet}!$1:$1</definedName>`,
          ]
        : []),
    ];
  });
  return names.length > 0 ? `<definedNames>${names.join("")}</definedNames>` : "";
}

/** The times are filled in when the file is made reproducible. */
function coreProperties(title: string): string {
  const time = (name: string) =>
    `<dcterms:${name} xsi:type="dcterms:W3CDTF">1980-01-01T00:00:00Z</dcterms:${name}>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>Trovella</dc:creator><cp:lastModifiedBy>Trovella</cp:lastModifiedBy>${time("created")}${time("modified")}</cp:coreProperties>`;
}
