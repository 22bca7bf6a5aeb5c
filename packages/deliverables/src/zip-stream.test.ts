import { describe, expect, it } from "vitest";
import { unzipFiles, ZipStream } from "./zip-stream.ts";

describe("a zip archive written as a stream", () => {
  it("holds files with many zeros, of which fflate's own compression makes invalid ones", () => {
    const files = Array.from({ length: 300 }, (_, seed) => [`f${seed}`, zeroHeavy(seed)] as const);
    expect(packed(files)).toEqual(new Map(files));
  });

  it("holds files that came in parts, empty ones and texts", () => {
    const text = Buffer.from("A sentence that is repeated. ".repeat(20_000));
    const parts = [text.subarray(0, 1), text.subarray(1, 70_000), text.subarray(70_000)];
    const files = [
      ["parts", parts.map((part) => new Uint8Array(part))],
      ["none", []],
      ["empty", new Uint8Array()],
    ] as const;
    expect(packed(files)).toEqual(
      new Map([
        ["parts", new Uint8Array(text)],
        ["none", new Uint8Array()],
        ["empty", new Uint8Array()],
      ]),
    );
    const bytes = write([["text", new Uint8Array(text)]]);
    expect(bytes.length).toBeLessThan(text.length / 50);
    expect(write([["text", new Uint8Array(text)]])).toEqual(bytes);
  });
});

type File = readonly [string, Uint8Array | readonly Uint8Array[]];

function packed(files: readonly File[]): Map<string, Uint8Array> {
  return unzipFiles(write(files), () => true);
}

function write(files: readonly File[]): Uint8Array {
  const zip = new ZipStream();
  for (const [name, content] of files) zip.add(name, content);
  return new Uint8Array(Buffer.concat(zip.end()));
}

/** As pictures and office files have them: 100 to 3,100 bytes, of which most are zero. */
function zeroHeavy(seed: number): Uint8Array {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const length = 100 + Math.floor(random() * 3_000);
  return Uint8Array.from({ length }, () => (random() < 0.6 ? 0 : Math.floor(random() * 8)));
}
