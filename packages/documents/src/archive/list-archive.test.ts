import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { listArchive, unpackEntries } from "./list-archive.ts";

describe("an archive", () => {
  it("is listed and unpacked in memory", () => {
    const bytes = zipSync({
      "notes/a.md": strToU8("A"),
      "notes/b.md": strToU8("B"),
      "empty/": new Uint8Array(),
    });
    expect(contents(bytes)).toEqual({ "notes/a.md": "A", "notes/b.md": "B" });
  });

  it.each([
    ["a name above its folder", { "../../etc/passwd": strToU8("x") }, /leads out/],
    ["an absolute name", { "/etc/passwd": strToU8("x") }, /leads out/],
    ["a name of a drive", { "C:\\x": strToU8("x") }, /leads out/],
    ["a bomb", { "a.txt": new Uint8Array(3_000_000) }, /200 times/],
    ["a bomb in small parts", manyOf(60, new Uint8Array(100_000)), /200 times/],
    ["too many files", manyOf(20_001, new Uint8Array()), /more than 20000/],
  ])("is refused for %s", (_, files: Record<string, Uint8Array>, problem) => {
    expect(listArchive(zipSync(files))).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["a text", strToU8("PK is no zip file")],
    ["a cut archive", zipSync({ a: strToU8("a".repeat(100)) }).subarray(0, 60)],
  ])("is none: %s", (_, bytes) => {
    expect(listArchive(bytes)).toEqual({ problem: "is damaged, or no zip file" });
  });

  it("loses only the files that are damaged", () => {
    const noise = Uint8Array.from({ length: 400 }, (_, index) => (index * 7919) % 251);
    const bytes = zipSync({ "a.md": strToU8("A"), "b.bin": noise });
    // Another way of packing than any program knows, in the last entry of the directory.
    const directory = Buffer.from(bytes).lastIndexOf("PK\x01\x02", undefined, "latin1");
    bytes[directory + 10] = 77;
    expect(contents(bytes)).toEqual({ "a.md": "A", "b.bin": null });
  });

  it("never unpacks more than it declares", () => {
    const bytes = zipSync({ "a.txt": strToU8("a".repeat(5_000)) });
    const directory = Buffer.from(bytes).lastIndexOf("PK\x01\x02", undefined, "latin1");
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(directory + 24, 10, true);
    const unpacked = contents(bytes)["a.txt"];
    expect(unpacked === null || (unpacked ?? "").length <= 10).toBe(true);
  });
});

function contents(bytes: Uint8Array): Record<string, string | null> {
  const listing = listArchive(bytes);
  if ("problem" in listing) throw new Error(listing.problem);
  return Object.fromEntries(
    [...unpackEntries(bytes, listing.entries)].map(({ entry, content }) => [
      entry.name,
      content && Buffer.from(content).toString(),
    ]),
  );
}

function manyOf(count: number, content: Uint8Array): Record<string, Uint8Array> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.txt`, content]));
}
