import { strToU8, unzipSync, zipSync } from "fflate";
import { expect, it } from "vitest";
import { stableZip } from "./stable-zip.ts";

const CREATED = new Date("2026-11-16T09:00:00Z");

it("gives the same bytes whenever the file and the workbooks in it were packed", () => {
  const [first, second] = [2024, 2025].map((year) => stableZip(fileOf(year), CREATED));
  expect(first && second && Buffer.from(first).equals(Buffer.from(second))).toBe(true);
});

it("keeps what the workbooks in a file hold", () => {
  const inner = unzipSync(stableZip(fileOf(2024), CREATED))["word/embeddings/data.xlsx"];
  expect(Object.keys(unzipSync(inner ?? new Uint8Array()))).toEqual(["xl/workbook.xml"]);
});

function fileOf(year: number): Uint8Array {
  const options = { mtime: new Date(year, 5, 1) };
  const workbook = zipSync({ "xl/workbook.xml": strToU8("<workbook/>") }, options);
  return zipSync({ "word/embeddings/data.xlsx": workbook, "a.bin": strToU8("a") }, options);
}
