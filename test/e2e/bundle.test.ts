import { execFile } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Typesetter } from "../../packages/deliverables/src/pdf/compiler/typesetter.ts";
import { typesetPdf } from "../../packages/deliverables/src/pdf/render-pdf.ts";
import { readDocument } from "../../packages/deliverables/src/read-document.ts";
import { testDirectory } from "./support/test-directory.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const tree = mkdtempSync(path.join(tmpdir(), "trovella-moved-"));
const program = path.join(tree, "apps/server/bin/trovella.mjs");

beforeAll(copyTree);
afterAll(() => rmSync(tree, { recursive: true, force: true }));

it("runs after the whole tree was moved, with the files beside the sources", async () => {
  const folder = bundleOfTree() ?? "";
  const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  expect(texts.filter((text) => text.includes(ROOT))).toEqual([]);

  expect((await run("connect", "claude-desktop")).stdout).toContain(JSON.stringify(program));
  expect((await run("doctor")).stdout).toMatch(/migrations +up to date/i);
});

it("carries the program, template and fonts of PDF files", async () => {
  const program = pathToFileURL(path.join(bundleOfTree() ?? "", "answer-typesetting.js"));
  const typesetter = new Typesetter({ program });
  try {
    const { pages } = await typesetPdf(readDocument(DECISION), typesetter);
    expect(pages).toBe(5);
  } finally {
    typesetter.close();
  }
});

it("shows source lines in the stack trace of an internal error", async () => {
  rmSync(path.join(tree, "packages/db/src/migrations/meta/_journal.json"));
  expect((await run("verify")).stderr).toMatch(
    /packages\/db\/src\/maintenance\/migrate\.ts:\d+:\d+/,
  );
});

it("is ignored as soon as a source differs, and the sources give the same help", async () => {
  const bundled = await run("--help");
  const source = path.join(tree, "apps/server/src/commands/version.ts");
  const text = readFileSync(source, "utf8");

  writeFileSync(source, text.replace("ABOUT.name} ", "ABOUT.nome} "));
  expect(bundleOfTree(), "a source of the same size").toBeNull();
  writeFileSync(source, text.replace("ABOUT.name} ", "ABOUT.name}, changed, "));
  expect(bundleOfTree()).toBeNull();
  expect((await run("--version")).stdout).toContain("trovella, changed, ");
  expect(await run("--help")).toEqual(bundled);

  writeFileSync(source, text);
  expect(bundleOfTree(), "as it was, if later").not.toBeNull();
  rmSync(source);
  expect(bundleOfTree(), "a source that is gone").toBeNull();
});

/** Copies an installation, except third-party packages, which stay in place. */
function copyTree(): void {
  const packages = readdirSync(path.join(ROOT, "packages")).map((name) => `packages/${name}`);
  for (const folder of ["apps/server", ...packages]) {
    cpSync(path.join(ROOT, folder), path.join(tree, folder), { recursive: true });
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(tree, "node_modules"));
}

/** Path of the bundle that the copied command would run, if any. */
function bundleOfTree(): string | null {
  const load = createRequire(import.meta.url);
  return load(path.join(tree, "apps/server/bin/bundle.cjs")).findBundle();
}

function run(...options: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH ?? "", TROVELLA_DATA_DIR: testDirectory() };
  // The output of a failing command is in the error.
  return promisify(execFile)(process.execPath, [program, ...options], { env }).catch(
    ({ stdout, stderr }) => ({ stdout, stderr }),
  );
}
