import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { LONG } from "@trovella/testing/deliverables/documents/long";
import { hostileDeliverable } from "@trovella/testing/deliverables/hostile-deliverable";
import { formulaPayloads, scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { findOffice } from "@trovella/testing/programs/office";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deliverable } from "../../packages/deliverables/src/index.ts";
import { renderDeliverable } from "../../packages/deliverables/src/render-deliverable.ts";

const { office, reason } = await findOffice();
const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-office-"));
const OFFICE_FORMATS = ["docx", "xlsx", "pptx"] as const;
type OfficeFormat = (typeof OFFICE_FORMATS)[number];
/** Files of one name are converted together, since a start takes longer than most of them do. */
const DELIVERABLES: Readonly<
  Record<string, { of: Deliverable; formats: readonly OfficeFormat[] }>
> = {
  sample: { of: SAMPLE, formats: OFFICE_FORMATS },
  long: { of: LONG, formats: ["docx"] },
  formulas: { of: hostileDeliverable(formulaPayloads()), formats: OFFICE_FORMATS },
  scripts: { of: hostileDeliverable(scriptPayloads()), formats: OFFICE_FORMATS },
};

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe.skipIf(!office)(`files opened by LibreOffice${reason && ` (skipped: ${reason})`}`, () => {
  beforeAll(async () => {
    const files: string[] = [];
    for (const [name, { of, formats }] of Object.entries(DELIVERABLES)) {
      for (const format of formats) files.push(await writeDeliverable(of, name, format));
    }
    await convertFiles(files, "pdf");
  });

  it("shows a Word document with headings, table, links, citations and sources", async () => {
    const text = await pagesOf("sample", "docx");
    for (const heading of ["Answer", "Key findings", "What would change this answer"]) {
      expect(text).toContain(heading);
    }
    expect(text).toMatch(/Ground source +41,000 +4\.2 +19%/);
    expect(text).toMatch(/^ *2 +Electricity prices for households\./m);
    expect(text).toMatch(/^ *4 +Background reading on refrigerants\./m);
    expect(text).toMatch(/4 March 2026 · Version 2 +1 ?\/ ?[23]\n/);
  });

  it("shows the contents of a long Word document with the numbers of the pages", async () => {
    const pages = (await pagesOf("long", "docx")).split("\f");
    const entries = contentsOf(pages);
    expect(entries.length).toBeGreaterThan(15);
    expect(pages.length).toBeGreaterThan(60);
    expect(entries.filter(({ title, page }) => !hasHeading(pages[page - 1], title))).toEqual([]);
  });

  it("shows a workbook with all its sheets", async () => {
    const text = await pagesOf("sample", "xlsx");
    expect(text).toContain("Which heat pump suits a house");
    expect(text).toMatch(/Section +Finding +Detail +Confidence/);
    expect(text).toMatch(/Air source +28,500 +3\.1 +72% +2026-02-28 +TRUE/);
    expect(text).toContain("Background reading on refrigerants");
    expect(text).toContain("https://doi.org/10.1000/noise.2023.17");
  });

  it("shows a presentation with findings, comparison and sources", async () => {
    const text = await pagesOf("sample", "pptx");
    expect(text.split("\f").filter((page) => page.trim() !== "")).toHaveLength(9);
    expect(text).toMatch(/Key findings[\s\S]*Comparison[\s\S]*Sources/);
    expect(text).toMatch(/Air to air +12,900/);
    expect(text).toContain("https://example.net/r290");
  });

  it.each(OFFICE_FORMATS)("opens 200 formulas and 100 scripts as text: %s", async (format) => {
    expect(await pagesOf("formulas", format)).toContain("=1+1");
    const scripts = await pagesOf("scripts", format);
    expect(scripts).toContain("javascript:alert(1)");
  });

  it("computes nothing in a workbook of 200 formulas", async () => {
    const hostile = hostileDeliverable([...formulaPayloads(), ...scriptPayloads()]);
    await convertFiles([await writeDeliverable(hostile, "hostile", "xlsx")], "fods");
    const rows = readFileSync(path.join(FOLDER, "hostile-xlsx.fods"), "utf8");
    expect(rows).toContain("<office:spreadsheet");
    expect(rows.match(/table:formula=/g)).toBeNull();
    const links = [...rows.matchAll(/xlink:href="([^"]*)"/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !/^(https?:\/\/|mailto:)/.test(link))).toEqual([]);
  });
});

interface ContentsEntry {
  readonly title: string;
  readonly page: number;
}

/** The entries of the contents, with the page that each of them names. */
function contentsOf(pages: readonly string[]): ContentsEntry[] {
  return pages
    .flatMap((page) => page.split("\n"))
    .flatMap((line) => {
      const [, title = "", page] = /^\s*(.+?)\.{4,}\s*(\d+)\s*$/.exec(line) ?? [];
      return page ? [{ title: words(title), page: Number(page) }] : [];
    });
}

/** Whether a line of the page is the heading, alone. */
function hasHeading(page: string | undefined, title: string): boolean {
  return (page ?? "").split("\n").some((line) => words(line) === title);
}

function words(line: string): string {
  return line.trim().replace(/\s+/g, " ");
}

/** Visible text of the file's pages. */
async function pagesOf(name: string, format: OfficeFormat): Promise<string> {
  const file = path.join(FOLDER, `${name}-${format}.pdf`);
  const { stdout } = await run(office?.pdftotext ?? "", ["-layout", file, "-"]);
  return stdout;
}

async function writeDeliverable(
  deliverable: Deliverable,
  name: string,
  format: OfficeFormat,
): Promise<string> {
  const { bytes } = await renderDeliverable(deliverable, format);
  const file = path.join(FOLDER, `${name}-${format}.${format}`);
  writeFileSync(file, bytes);
  return file;
}

/** Converts with a profile of the tests, so that the result is independent of the machine. */
async function convertFiles(files: readonly string[], target: string): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(FOLDER, "profile")).href}`;
  const options = ["--headless", "--convert-to", target, "--outdir", FOLDER];
  await run(office?.soffice ?? "", [profile, ...options, ...files]);
}

function run(file: string, options: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(file, options, { maxBuffer: 64 * 1024 * 1024, timeout: 240_000 });
}
