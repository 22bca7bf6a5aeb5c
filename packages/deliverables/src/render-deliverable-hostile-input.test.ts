import { activeInOffice, activeInPage } from "@trovella/testing/deliverables/active-content";
import { hostileDeliverable } from "@trovella/testing/deliverables/hostile-deliverable";
import { formulaPayloads, scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import { partsOf, tagsOf } from "@trovella/testing/deliverables/read-back";
import { strFromU8 } from "fflate";
import mammoth from "mammoth";
import { describe, expect, it } from "vitest";
import { renderDeliverable } from "./render-deliverable.ts";

const FORMULAS = hostileDeliverable(formulaPayloads());
const SCRIPTS = hostileDeliverable(scriptPayloads());

describe("hostile input", () => {
  it("is 200 formulas and 100 scripts", () => {
    expect(new Set(formulaPayloads()).size).toBe(200);
    expect(new Set(scriptPayloads()).size).toBe(100);
  });

  it.each([
    ["formulas", FORMULAS],
    ["scripts", SCRIPTS],
  ])(
    "leaves no formula in a spreadsheet: %s",
    async (_, deliverable) => {
      const { bytes } = await renderDeliverable(deliverable, "xlsx");
      const parts = partsOf(bytes);
      const sheets = Object.keys(parts).filter((name) => name.startsWith("xl/worksheets/sheet"));
      expect(sheets).toHaveLength(4);
      expect(activeInOffice(bytes)).toEqual([]);
    },
    30_000,
  );

  it.each([
    ["formulas", FORMULAS],
    ["scripts", SCRIPTS],
  ])(
    "leaves nothing active in a page: %s",
    async (_, deliverable) => {
      const html = strFromU8((await renderDeliverable(deliverable, "html")).bytes);
      expect(tagsOf(html).length).toBeGreaterThan(500);
      expect(activeInPage(html)).toEqual([]);
    },
    30_000,
  );

  it.each(["docx", "xlsx", "pptx"] as const)(
    "leaves nothing active in an office file: %s",
    async (format) => {
      for (const deliverable of [FORMULAS, SCRIPTS]) {
        const { bytes, fileName } = await renderDeliverable(deliverable, format);
        expect(activeInOffice(bytes)).toEqual([]);
        expect(fileName).toMatch(/^[a-z0-9-]+-v1\.[a-z]+$/);
      }
    },
    60_000,
  );

  it("leaves no field in a document but its own", async () => {
    const { bytes } = await renderDeliverable(SCRIPTS, "docx");
    expect(activeInOffice(bytes)).toEqual([]);
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
    expect(value).toContain("&lt;script&gt;alert(1)");
  }, 30_000);

  it("leaves nothing active in Markdown", async () => {
    const text = strFromU8((await renderDeliverable(SCRIPTS, "markdown")).bytes);
    const outsideCode = text.replace(/^```[\s\S]*?^```/m, "");
    expect(outsideCode.match(/(?<!\\)<(?!https?:|mailto:)[a-z!/]/gi)).toBeNull();
    expect(outsideCode.match(/(?<!\\)\]\((?!https?:|mailto:|<https?:)/g)).toBeNull();
  }, 30_000);
});
