import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { DOCUMENTS } from "@trovella/testing/deliverables/documents/documents";
import { findPoppler } from "@trovella/testing/programs/poppler";
import { afterAll, describe, expect, it } from "vitest";
import { type Block, wordsOf } from "../../packages/deliverables/src/blocks.ts";
import type { Deliverable } from "../../packages/deliverables/src/deliverable.ts";
import { inlinesOf } from "../../packages/deliverables/src/findings.ts";
import { Typesetter } from "../../packages/deliverables/src/pdf/compiler/typesetter.ts";
import { typesetPdf } from "../../packages/deliverables/src/pdf/render-pdf.ts";
import { readDocument } from "../../packages/deliverables/src/read-document.ts";

const { poppler, reason } = await findPoppler();
const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-pdf-"));
/** The compiled program, as a server runs it. */
const typesetter = new Typesetter({ program: bundledProgram(), timeoutMs: 100_000 });

afterAll(() => {
  typesetter.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

describe.skipIf(!poppler)(`PDF files read by Poppler${reason && ` (skipped: ${reason})`}`, () => {
  it.each(Object.entries(DOCUMENTS))(
    "has text, title and tags: %s",
    async (name, deliverable) => {
      const { text, info, pages, isAccessible } = await readBack(name, deliverable);
      const { title } = readDocument(deliverable);
      expect(isAccessible).toBe(true);
      expect(info).toMatch(/^Tagged: +yes$/m);
      expect(info).toMatch(/^JavaScript: +no$/m);
      expect(info).toMatch(new RegExp(`^Pages: +${pages}$`, "m"));
      expect(lettersOf(info)).toContain(lettersOf(title.slice(0, 60)));
      if (name !== "hostile") expect(missingTexts(deliverable, text)).toEqual([]);
    },
    120_000,
  );
});

async function readBack(name: string, deliverable: Deliverable) {
  const started = performance.now();
  const { bytes, pages, memory, isAccessible } = await typesetPdf(
    readDocument(deliverable),
    typesetter,
  );
  const [ms, megabytes] = [performance.now() - started, memory / 1e6].map(Math.round);
  process.stdout.write(
    `${name}: ${pages} pages, ${bytes.length} bytes, ${ms} ms, ${megabytes} MB\n`,
  );
  const file = path.join(FOLDER, `${name}.pdf`);
  writeFileSync(file, bytes);
  const [text, info] = await Promise.all([
    run(poppler?.pdftotext ?? "", [file, "-"]),
    run(poppler?.pdfinfo ?? "", [file]),
  ]);
  return { text, info, pages, isAccessible };
}

/** Texts whose letters the file does not have. */
function missingTexts(deliverable: Deliverable, text: string): string[] {
  const letters = lettersOf(text);
  const { blocks, direction } = readDocument(deliverable);
  return blocks.flatMap(textsOf).filter((wanted) => {
    // Poppler gives lines with figures in them from left to right, so words of the other direction are looked for one by one.
    const pieces =
      direction === "rtl"
        ? (wanted.match(/\p{L}{3,}/gu) ?? []).map(lettersOf)
        : (lettersOf(wanted).match(/.{1,24}/gu) ?? []);
    // Where a page ends, its foot and the head of the next one stand between two letters.
    return pieces.filter((piece) => !letters.includes(piece)).length > 1;
  });
}

function textsOf(block: Block): string[] {
  if (block.kind === "table") return [block.header, ...block.rows].flat().map(wordsOf);
  if (block.kind === "list") return block.items.flat().flatMap(textsOf);
  if (block.kind === "quote") return block.blocks.flatMap(textsOf);
  if (block.kind === "code") return [block.text];
  // Stated confidence becomes a chip.
  return [wordsOf(inlinesOf(block)).replace(/\s*\([^()]*confidence\)/, "")];
}

/** Without lam and alef, which are one sign together and come out in either order. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[^\p{L}]/gu, "")
    .replace(/[\u0622\u0623\u0625\u0627\u0644]/g, "");
}

function bundledProgram(): URL {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const folder: string = createRequire(import.meta.url)(
    path.join(root, "apps/server/bin/bundle.cjs"),
  ).findBundle();
  const name = readdirSync(folder).find((file) => file === "answer-typesetting.js");
  return pathToFileURL(path.join(folder, name ?? ""));
}

async function run(file: string, options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(file, options, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
