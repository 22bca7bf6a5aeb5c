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
import { afterAll, describe, expect, it } from "vitest";
import type { Deliverable } from "../../packages/deliverables/src/index.ts";
import { renderDeliverable } from "../../packages/deliverables/src/render-deliverable.ts";

const { office, reason } = await findOffice();
const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-office-"));
const OFFICE_FORMATS = ["docx", "xlsx", "pptx"] as const;

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe.skipIf(!office)(`files opened by LibreOffice${reason && ` (skipped: ${reason})`}`, () => {
  it("shows a Word document with headings, table, links, citations and sources", async () => {
    const text = await pagesOf(SAMPLE, "docx");
    for (const heading of ["Answer", "Key findings", "What would change this answer"]) {
      expect(text).toContain(heading);
    }
    expect(text).toMatch(/Ground source +41,000 +4\.2 +19%/);
    expect(text).toMatch(/^ *2 +Electricity prices for households\./m);
    expect(text).toMatch(/^ *4 +Background reading on refrigerants\./m);
    expect(text).toMatch(/4 March 2026 · Version 2 +1 ?\/ ?[23]\n/);
  });

  it("shows the contents of a long Word document with the numbers of the pages", async () => {
    const pages = (await pagesOf(LONG, "docx")).split("\f");
    const entries = contentsOf(pages);
    expect(entries.length).toBeGreaterThan(15);
    expect(pages.length).toBeGreaterThan(60);
    expect(entries.filter(({ title, page }) => !hasHeading(pages[page - 1], title))).toEqual([]);
  }, 240_000);

  it("shows a workbook with all its sheets", async () => {
    const text = await pagesOf(SAMPLE, "xlsx");
    expect(text).toContain("Which heat pump suits a house");
    expect(text).toMatch(/Section +Finding +Detail +Confidence/);
    expect(text).toMatch(/Air source +28,500 +3\.1 +72% +2026-02-28 +TRUE/);
    expect(text).toContain("Background reading on refrigerants");
    expect(text).toContain("https://doi.org/10.1000/noise.2023.17");
  });

  it("shows a presentation with findings, comparison and sources", async () => {
    const text = await pagesOf(SAMPLE, "pptx");
    expect(text.split("\f").filter((page) => page.trim() !== "")).toHaveLength(9);
    expect(text).toMatch(/Key findings[\s\S]*Comparison[\s\S]*Sources/);
    expect(text).toMatch(/Air to air +12,900/);
    expect(text).toContain("https://example.net/r290");
  });

  it.each(OFFICE_FORMATS)("opens 200 formulas and 100 scripts as text: %s", async (format) => {
    expect(await pagesOf(hostileDeliverable(formulaPayloads()), format)).toContain("=1+1");
    const scripts = await pagesOf(hostileDeliverable(scriptPayloads()), format);
    expect(scripts).toContain("javascript:alert(1)");
  });

  it("computes nothing in a workbook of 200 formulas", async () => {
    const hostile = hostileDeliverable([...formulaPayloads(), ...scriptPayloads()]);
    const rows = readFileSync(await convertFile(hostile, "xlsx", "fods"), "utf8");
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
async function pagesOf(
  deliverable: Deliverable,
  format: (typeof OFFICE_FORMATS)[number],
): Promise<string> {
  const file = await convertFile(deliverable, format, "pdf");
  const { stdout } = await run(office?.pdftotext ?? "", ["-layout", file, "-"]);
  return stdout;
}

/** Converts with a separate profile, so that the result is independent of the machine. */
async function convertFile(
  deliverable: Deliverable,
  format: (typeof OFFICE_FORMATS)[number],
  target: string,
): Promise<string> {
  const folder = mkdtempSync(path.join(FOLDER, `${format}-`));
  const { bytes } = await renderDeliverable(deliverable, format);
  writeFileSync(path.join(folder, `file.${format}`), bytes);
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, "profile")).href}`;
  const options = ["--headless", "--convert-to", target, "--outdir", folder];
  await run(office?.soffice ?? "", [profile, ...options, path.join(folder, `file.${format}`)]);
  return path.join(folder, `file.${target}`);
}

function run(file: string, options: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(file, options, { maxBuffer: 64 * 1024 * 1024, timeout: 110_000 });
}
