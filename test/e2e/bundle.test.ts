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
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const tree = mkdtempSync(path.join(tmpdir(), "trovella-moved-"));
const program = path.join(tree, "apps/server/bin/trovella.mjs");

beforeAll(copyTree);
afterAll(() => rmSync(tree, { recursive: true, force: true }));

it("runs where the whole tree was moved to, with what lies beside the sources", async () => {
  const folder = bundleOfTree() ?? "";
  const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  expect(texts.filter((text) => text.includes(ROOT))).toEqual([]);

  expect((await run("connect", "claude-desktop")).stdout).toContain(JSON.stringify(program));
  expect((await run("doctor")).stdout).toMatch(/migrations +up to date/i);
});

it("names the lines of the sources when something fails that should not", async () => {
  rmSync(path.join(tree, "packages/db/src/migrations/meta/_journal.json"));
  expect((await run("verify")).stderr).toMatch(
    /packages\/db\/src\/maintenance\/migrate\.ts:\d+:\d+/,
  );
});

it("is left aside as soon as a source differs, and these give the same help", async () => {
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

/** What an installation has, but for the packages of others, which stay where they are. */
function copyTree(): void {
  const packages = readdirSync(path.join(ROOT, "packages")).map((name) => `packages/${name}`);
  for (const folder of ["apps/server", ...packages]) {
    cpSync(path.join(ROOT, folder), path.join(tree, folder), { recursive: true });
  }
  symlinkSync(path.join(ROOT, "node_modules"), path.join(tree, "node_modules"));
}

/** Where the bundle lies that the copied command would run, if it would. */
function bundleOfTree(): string | null {
  const load = createRequire(import.meta.url);
  return load(path.join(tree, "apps/server/bin/bundle.cjs")).findBundle();
}

function run(...options: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH ?? "", TROVELLA_DATA_DIR: inject("dataDirectory") };
  // One that fails tells its output all the same.
  return promisify(execFile)(process.execPath, [program, ...options], { env }).catch(
    ({ stdout, stderr }) => ({ stdout, stderr }),
  );
}
