import { activeInOffice } from "@trovella/testing/deliverables/active-content";
import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { DEMO } from "@trovella/testing/deliverables/documents/demo";
import { DOCUMENTS } from "@trovella/testing/deliverables/documents/documents";
import { LONG } from "@trovella/testing/deliverables/documents/long";
import { NUMBERS } from "@trovella/testing/deliverables/documents/numbers";
import { assertOfficePackage } from "@trovella/testing/deliverables/office-package";
import { numbersIn, partsOf } from "@trovella/testing/deliverables/read-back";
import { SAMPLE_WITH_CLAIMS } from "@trovella/testing/deliverables/sample-evidence";
import { unzipSync } from "fflate";
import readXlsxFile from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { type Deliverable, FORMATS, type Format } from "./deliverable.ts";
import { renderDeliverable } from "./render-deliverable.ts";

const OFFICE_FORMATS = ["docx", "xlsx", "pptx"] as const;
const FILES = Object.entries({ ...DOCUMENTS, claims: SAMPLE_WITH_CLAIMS }).flatMap(
  ([name, deliverable]) => OFFICE_FORMATS.map((format) => ({ name, format, deliverable })),
);

/** Of the tables that become charts, by heart. */
const CHARTED = {
  decision: [
    [7.2, 7.9, 8.8, 12.4, 14.1, 16.5, 17.3],
    [2140, 2090, 1525, 690, 655],
    [1610, 1580, 1190, 545, 520],
  ],
  numbers: [
    [412.5, 403.3, 394, 384.8, 375.5, 366.3, 357],
    [828, 806.5, 785, 763.5, 742, 720.5, 699],
    [-12.5, -8, -3.2, 4.1, 6.8],
  ],
};

describe("every document", () => {
  it.each(FILES)(
    "is what Office opens without repair, has nothing active, and is the same each time: $name as $format",
    async ({ deliverable, format }) => {
      const bytes = await bytesOf(deliverable, format);
      await assertOfficePackage(bytes);
      expect(activeInOffice(bytes)).toEqual([]);
      const again = await renderDeliverable(deliverable, format);
      expect(Buffer.compare(bytes, again.bytes)).toBe(0);
    },
  );

  it.each(Object.entries({ demo: DEMO, decision: DECISION, long: LONG }))(
    "gives a source the same number in every format: %s",
    async (_, deliverable) => {
      const expected = Object.fromEntries(
        deliverable.sources.map(({ number, title }) => [number, /\w+/.exec(title)?.[0]]),
      );
      for (const format of FORMATS) {
        const { listed, cited } = await numbersIn(await bytesOf(deliverable, format), format);
        expect([format, cited.filter((number) => !(number in expected))]).toEqual([format, []]);
        // Presentations of many sources list the first ones and name the document for the others.
        if (format === "pptx") expect(expected).toMatchObject(listed);
        else expect([format, listed]).toEqual([format, expected]);
      }
    },
  );
});

describe("charts", () => {
  it.each(
    Object.entries({ decision: DECISION, numbers: NUMBERS }).flatMap(([name, deliverable]) =>
      (["docx", "pptx", "xlsx"] as const).map((format) => ({ name, format, deliverable })),
    ),
  )("have the values of their tables: $name as $format", async ({ name, format, deliverable }) => {
    const bytes = await bytesOf(deliverable, format);
    const expected = CHARTED[name as keyof typeof CHARTED];
    expect(valuesOfCharts(bytes)).toEqual(expected);
    // Office opens an embedded workbook to edit the data; a sheet is its own.
    if (format !== "xlsx") expect(await valuesOfWorkbooks(bytes)).toEqual(expected);
  });
});

const rendered = new Map<string, Promise<Uint8Array>>();

/** Each file is rendered once, since several tests look at it. */
function bytesOf(deliverable: Deliverable, format: Format): Promise<Uint8Array> {
  const key = `${deliverable.title} ${format}`;
  const known = rendered.get(key);
  if (known) return known;
  const bytes = renderDeliverable(deliverable, format).then((made) => made.bytes);
  rendered.set(key, bytes);
  return bytes;
}

/** Of every series of every chart. */
function valuesOfCharts(bytes: Uint8Array): number[][] {
  const charts = Object.entries(partsOf(bytes))
    .filter(([name]) => /\/charts\/chart\d+\.xml$/.test(name))
    .toSorted(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
  const series = charts.flatMap(([, xml]) => [...xml.matchAll(/<c:val>(.*?)<\/c:val>/gs)]);
  return series.map(([, points = ""]) =>
    [...points.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, value]) => Number(value)),
  );
}

async function valuesOfWorkbooks(bytes: Uint8Array): Promise<number[][]> {
  const columns: number[][] = [];
  const files = Object.entries(unzipSync(bytes))
    .filter(([name]) => name.endsWith(".xlsx"))
    .toSorted(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
  for (const [, workbook] of files) {
    const [sheet] = await readXlsxFile(Buffer.from(workbook));
    const [header = [], ...rows] = sheet?.data ?? [];
    for (const column of header.slice(1).keys()) {
      columns.push(rows.map((row) => Number(row[column + 1])));
    }
  }
  return columns;
}
