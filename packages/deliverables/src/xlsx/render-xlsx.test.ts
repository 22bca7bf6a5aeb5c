import { ARABIC } from "@trovella/testing/deliverables/documents/arabic";
import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { NUMBERS } from "@trovella/testing/deliverables/documents/numbers";
import { partsOf, rowsOfXlsx } from "@trovella/testing/deliverables/read-back";
import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import type { Deliverable } from "../deliverable.ts";
import { readDocument } from "../read-document.ts";
import { renderXlsx } from "./render-xlsx.ts";

const render = (deliverable: Deliverable) => renderXlsx(readDocument(deliverable));

describe("a workbook", () => {
  it("has the answer, findings, data by the headings of its sections, sources and the method", async () => {
    const bytes = await render(DECISION);
    expect(sheetNamesOf(bytes)).toEqual([
      "Answer",
      "Findings",
      "Nordbad, Harbour and Riverside",
      "Gas use falls by two thirds in",
      "Sources",
      "Method",
    ]);
    const answer = (await rowsOfXlsx(bytes, "Answer")).flat();
    expect(answer).toContain("medium confidence");
    expect(answer).toContain("3 independent sources · 2 of 5 findings with high confidence");
    expect(answer.find((text) => String(text).startsWith("Convert Nordbad"))).toMatch(
      /within nine years at today's prices \[1, 2, 3\]\./,
    );
    const [, first, second] = await rowsOfXlsx(bytes, "Findings");
    expect(first?.slice(0, 7)).toEqual([
      1,
      "Key findings",
      "Three pools cause most of the emissions.",
      expect.stringContaining("burn 5.9 of the 9.7 GWh"),
      "high",
      1,
      "1",
    ]);
    expect(second?.[6]).toBe("3, 4");
    const method = (await rowsOfXlsx(bytes, "Method")).flat();
    expect(method).toContain("Approved by M. Lind, 4 November 2026");
    expect(method).toContain("• The value of fewer closing days in summer was not priced.");
  });

  it("has charts whose values are the cells that they refer to", async () => {
    for (const deliverable of [DECISION, SAMPLE, NUMBERS]) {
      const bytes = await render(deliverable);
      const parts = partsOf(bytes);
      const charts = Object.keys(parts).filter((name) => name.startsWith("xl/charts/"));
      expect(charts.length).toBeGreaterThan(0);
      for (const chart of charts) {
        const xml = parts[chart] ?? "";
        expect(xml).not.toContain("externalData");
        expect(await cellsOf(bytes, xml)).toEqual(cachedIn(xml));
      }
    }
  });

  it("keeps a number with a citation a number, and its source beside it", async () => {
    const bytes = await render({
      ...SAMPLE,
      markdown:
        "## Costs\n\n| What | 2024 | 2025 |\n|---|---|---|\n| Gas [src:B] | 1,240 € [src:A] | 7.2 % [src:A, B] |\n| Oil | 3 € | 4 % |",
      sources: [source("A", { number: 1 }), source("B", { number: 2 })],
    });
    expect((await rowsOfXlsx(bytes, "Costs")).slice(0, 3)).toEqual([
      ["What", "2024", "2025", "Sources"],
      ["Gas", 1240, 0.072, "What: 2\n2024: 1\n2025: 1, 2"],
      ["Oil", 3, 0.04, null],
    ]);
  });

  it("can be filtered, scrolled below its header and printed page by page", async () => {
    const parts = partsOf(await render(DECISION));
    const findings = parts["xl/worksheets/sheet2.xml"] ?? "";
    expect(findings).toContain('<autoFilter ref="A1:I17"/>');
    expect(findings).toContain('state="frozen"');
    expect(findings).toMatch(/<pageSetup [^>]*orientation="landscape" fitToWidth="1"/);
    expect(parts["xl/workbook.xml"]).toContain(
      '<definedName name="_xlnm.Print_Titles" localSheetId="1">\'Findings\'!$1:$1</definedName>',
    );
  });

  it("begins at the right where its text does", async () => {
    const parts = partsOf(await render(ARABIC));
    expect(parts["xl/worksheets/sheet1.xml"]).toContain('rightToLeft="1"');
    expect(parts["xl/styles.xml"]).toMatch(/<alignment readingOrder="2" horizontal="right"/);
  });

  it("names the tables that it has no room for", async () => {
    const table = "| of the town | by the town |\n|---|---|\n| this one | that one |";
    const sections = Array.from({ length: 52 }, (_, at) => `## It's part ${at}\n\n${table}`);
    const text = "These are the tables of the report, which are all the same.";
    const bytes = await render({ ...SAMPLE, markdown: [text, ...sections].join("\n\n") });
    expect(sheetNamesOf(bytes)).toHaveLength(53);
    expect((await rowsOfXlsx(bytes, "Answer")).flat()).toContain("It's part 50\nIt's part 51");
  });
});

function sheetNamesOf(bytes: Uint8Array): string[] {
  const names = (partsOf(bytes)["xl/workbook.xml"] ?? "").matchAll(/<sheet [^>]*name="([^"]*)"/g);
  return [...names].map(([, name]) => name ?? "");
}

const VALUES =
  /<c:val><c:numRef><c:f>'([^!]*)'!\$([A-Z])\$(\d+):\$[A-Z]\$(\d+)<\/c:f>(.*?)<\/c:val>/gs;

/** The cells that the series of a chart refer to. */
async function cellsOf(bytes: Uint8Array, chartXml: string): Promise<unknown[][]> {
  return Promise.all(
    [...chartXml.matchAll(VALUES)].map(async ([, name = "", letter = "A", from, to]) => {
      const rows = await rowsOfXlsx(bytes, name.replaceAll("''", "'"));
      return rows.slice(Number(from) - 1, Number(to)).map((row) => row[letter.charCodeAt(0) - 65]);
    }),
  );
}

function cachedIn(chartXml: string): number[][] {
  return [...chartXml.matchAll(VALUES)].map(([, , , , , points = ""]) =>
    [...points.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, value]) => Number(value)),
  );
}
