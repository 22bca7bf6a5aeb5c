import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Embedder } from "./embedder.ts";
import { createLocalEmbedder } from "./local-embedder.ts";

// The worker is another here; the model itself is tried in local-model.int.test.ts.

let folder: string;
let embedder: Embedder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-embedder-"));
  embedder = createLocalEmbedder({
    modelDirectory: path.join(folder, "journal"),
    runtimeDirectory: folder,
    workerFile: new URL("../../testing/src/search/stand-in-worker.mjs", import.meta.url),
    idleMs: 200,
  });
});
afterEach(async () => {
  await embedder.close();
  rmSync(folder, { recursive: true, force: true });
});

it("starts the worker when it is needed and ends it when it no longer is", async () => {
  expect(await embedder.embed([])).toEqual([]);
  expect(await embedder.embed(["a", "bbb"])).toEqual([Float32Array.of(1), Float32Array.of(3)]);
  expect(await embedder.embed(["cc"])).toEqual([Float32Array.of(2)]);
  expect(journal()).toEqual(["start", "a", "bbb", "cc"]);
  await sleep(600);
  await embedder.embed(["d"]);
  expect(journal().slice(4)).toEqual(["start", "d"]);
});

it("lets a query in between the texts of a long list", async () => {
  const list = embedder.embed(Array.from({ length: 20 }, (_, index) => `text ${index}`));
  await sleep(30);
  await embedder.embed(["query"]);
  expect(journal().indexOf("query")).toBeLessThan(19);
  expect(await list).toHaveLength(20);
});

it("reports a text that cannot be embedded, and goes on with the others", async () => {
  const bad = embedder.embed(["a", "bad", "c"]);
  const good = embedder.embed(["d"]);
  await expect(bad).rejects.toThrow("A bad text.");
  expect(await good).toHaveLength(1);
});

it("starts another worker when one dies, and tries the text once more", async () => {
  expect(await embedder.embed(["die once"])).toEqual([Float32Array.of(8)]);
  expect(journal()).toEqual(["start", "die once", "start", "die once"]);
});

it("refuses a text at which workers die, and no other", async () => {
  const deadly = embedder.embed(["die"]);
  const harmless = embedder.embed(["a"]);
  await expect(deadly).rejects.toThrow("The worker ended (3).");
  expect(await harmless).toHaveLength(1);
});

it("leaves nobody waiting when it is closed", async () => {
  const left = [embedder.embed(["a"]), embedder.embed(["b"])];
  await Promise.all([
    ...left.map((one) => expect(one).rejects.toThrow("The embedder was closed.")),
    embedder.close(),
  ]);
  await expect(embedder.embed(["c"])).rejects.toThrow("The embedder is closed.");
});

function journal(): string[] {
  return readFileSync(path.join(folder, "journal"), "utf8").trim().split("\n");
}
