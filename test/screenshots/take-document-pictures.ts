/** Renders the sample documents in every format, opens them in real programs, and writes one picture of each document to docs/images. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { DOCUMENTS } from "@trovella/testing/deliverables/documents/documents";
import { CHROMIUM_FLAGS, findChromium } from "@trovella/testing/programs/chromium";
import { findOffice } from "@trovella/testing/programs/office";
import { findPoppler } from "@trovella/testing/programs/poppler";
import { ROOT } from "@trovella/testing/sources";
import { type Browser, chromium } from "playwright-core";
import type { Deliverable, Format } from "../../packages/deliverables/src/index.ts";
import { renderApart } from "../../packages/deliverables/src/render-apart.ts";

const IMAGES = path.join(ROOT, "docs/images/documents");
const FORMATS: readonly Exclude<Format, "markdown">[] = ["pdf", "docx", "pptx", "xlsx", "html"];
const MAX_PAGES = 6;
const PAGE = { width: 1000, height: 1300 };
const run = promisify(execFile);

const wanted = process.argv.slice(2);
const { office, reason } = await findOffice();
const { chromium: executablePath, reason: noBrowser } = await findChromium();
const { poppler, reason: noPoppler } = await findPoppler();
if (!office || !executablePath || !poppler) throw new Error(reason || noBrowser || noPoppler);
const folder = mkdtempSync(path.join(tmpdir(), "trovella-documents-"));
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS, headless: true });
try {
  mkdirSync(IMAGES, { recursive: true });
  for (const [name, deliverable] of Object.entries(DOCUMENTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await takePicture(name, deliverable);
    console.log(`docs/images/documents/${name}.png`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function takePicture(name: string, deliverable: Deliverable): Promise<void> {
  const rows: { format: string; pages: string[] }[] = [];
  for (const format of FORMATS) {
    rows.push({ format, pages: await pagesOf(name, deliverable, format) });
  }
  const page = await browser.newPage({ viewport: { width: 1800, height: 400 } });
  const sheet = path.join(folder, `${name}-sheet.html`);
  writeFileSync(sheet, sheetOf(rows));
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({ path: path.join(IMAGES, `${name}.png`), fullPage: true });
  await page.close();
}

/** Pictures of the first pages, as the program shows them in which people open the file. */
async function pagesOf(name: string, deliverable: Deliverable, format: Format): Promise<string[]> {
  const { bytes } = await renderApart(deliverable, { format, organizationId: "org_pictures" });
  const file = path.join(folder, `${name}.${format}`);
  writeFileSync(file, bytes);
  if (format === "html") return [await pictureOfPage(browser, file)];
  const pdf = format === "pdf" ? file : await convert(file);
  const prefix = path.join(folder, `${name}-${format}`);
  await run("pdftoppm", ["-png", "-r", "64", "-l", String(MAX_PAGES), pdf, prefix]);
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}-${format}-`) && entry.endsWith(".png"))
    .sort()
    .map((entry) => path.join(folder, entry));
}

async function convert(file: string): Promise<string> {
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, "profile")).href}`;
  const target = path.join(folder, `converted-${path.extname(file).slice(1)}`);
  const options = [profile, "--headless", "--convert-to", "pdf", "--outdir", target, file];
  await run(office?.soffice ?? "", options, { timeout: 180_000 });
  return path.join(target, `${path.parse(file).name}.pdf`);
}

async function pictureOfPage(browser: Browser, file: string): Promise<string> {
  const page = await browser.newPage({ viewport: PAGE });
  await page.goto(pathToFileURL(file).href);
  const picture = `${file}.png`;
  await page.screenshot({ path: picture });
  await page.close();
  return picture;
}

function sheetOf(rows: readonly { readonly format: string; readonly pages: readonly string[] }[]) {
  const image = (file: string) =>
    `<img src="data:image/png;base64,${readFileSync(file).toString("base64")}">`;
  const parts = rows.map(({ format, pages }) => `<p>${format}</p>${pages.map(image).join("")}`);
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 16px; background: #9aa3a8; font: 600 15px sans-serif; color: #17212b }
    p { margin: 12px 0 6px } img { height: 380px; margin: 0 10px 10px 0; vertical-align: top; background: #fff }
  </style>${parts.join("")}`;
}
