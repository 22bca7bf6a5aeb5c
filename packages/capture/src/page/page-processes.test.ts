import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { PageProcesses, type PageProcessOptions } from "./page-processes.ts";

const started: PageProcesses[] = [];
afterEach(() => {
  for (const processes of started.splice(0)) processes.close();
});

describe("reading pages in processes of their own", () => {
  it("gives their text, several at once", async () => {
    const processes = start({ maxProcesses: 2 });
    const pages = await Promise.all(
      Array.from({ length: 6 }, (_, number) => processes.read(html(`<p>Page ${number}.`))),
    );
    expect(pages.map((page) => page?.text)).toEqual(pages.map((_, number) => `Page ${number}.`));
  });

  it("ends one that takes too long or too much memory, and reads the next page all the same", async () => {
    const slow = start({ maxProcesses: 1, timeoutMs: 200 });
    expect(await slow.read(html("<p>".repeat(300_000)))).toBeNull();
    expect(await slow.read(html("Next."))).toMatchObject({ text: "Next." });
    const small = start({ maxProcesses: 1, memoryMb: 64 });
    expect(await small.read(html("<p>".repeat(400_000)))).toBeNull();
    expect(await small.read(html("Next."))).toMatchObject({ text: "Next." });
  });

  it.each([
    ["100,000 nested elements", "<div>".repeat(100_000)],
    ["an attribute of 5 MB", `<p title="${"&amp;".repeat(1_000_000)}">Seen.`],
    [
      "references to themselves",
      `<!DOCTYPE x [<!ENTITY a "&a;&a;">]><p>&a;${"&b;".repeat(100_000)}`,
    ],
    ["a style without end", `<p style="${"/*".repeat(1_000_000)}">Seen.`],
  ])("survives %s", async (_, page) => {
    const processes = start({ maxProcesses: 1 });
    await processes.read(html(page));
    expect(await processes.read(html("Next."))).toMatchObject({ text: "Next." });
  });

  it("survives a PDF that unpacks to far more than it is", async () => {
    const processes = start({ maxProcesses: 1, memoryMb: 128, timeoutMs: 3_000 });
    await processes.read({ bytes: bombOf(150_000_000), contentType: "application/pdf" });
    expect(await processes.read(html("Next."))).toMatchObject({ text: "Next." });
  });

  it("starts another process when an idle one was ended", async () => {
    const processes = start({ maxProcesses: 1, idleMs: 1 });
    for (let round = 0; round < 3; round += 1) {
      expect(await processes.read(html("Again."))).toMatchObject({ text: "Again." });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

  it("reads nothing more once it is closed", async () => {
    const processes = start({ maxProcesses: 1 });
    const waiting = [processes.read(html("One.")), processes.read(html("Two."))];
    processes.close();
    const settled = await Promise.allSettled(waiting);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(processes.read(html("Three."))).rejects.toThrow("No more pages are read.");
  });
});

function start(options: PageProcessOptions): PageProcesses {
  const processes = new PageProcesses(options);
  started.push(processes);
  return processes;
}

function html(text: string) {
  return { bytes: Buffer.from(text), contentType: "text/html; charset=utf-8" };
}

function bombOf(length: number): Buffer {
  const packed = deflateSync(Buffer.alloc(length, "( ) Tj\n"));
  const head = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj
4 0 obj<</Length ${packed.length}/Filter/FlateDecode>>stream\n`;
  const tail = "\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF";
  return Buffer.concat([Buffer.from(head), packed, Buffer.from(tail)]);
}
