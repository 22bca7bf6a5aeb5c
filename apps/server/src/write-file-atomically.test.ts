import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { resolveTarget, writeFileAtomically } from "./write-file-atomically.ts";

const ROOT = mkdtempSync(path.join(tmpdir(), "trovella-write-"));
const FIRST = Buffer.from("first");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(ROOT, "folder-"));
});
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

describe("where a file goes", () => {
  it("is a folder that is there, a name that is not, or this folder", async () => {
    expect(await resolveTarget(folder, "a.docx")).toBe(path.join(folder, "a.docx"));
    expect(await resolveTarget(path.join(folder, "b"), "a.docx")).toBe(path.join(folder, "b"));
    expect(await resolveTarget(`${folder}/no/`, "a.docx")).toBe(path.join(folder, "no", "a.docx"));
    expect(await resolveTarget(undefined, "a.docx")).toBe(path.resolve("a.docx"));
  });
});

describe("a file", () => {
  it("is written whole, and replaced only when that is wanted", async () => {
    const file = path.join(folder, "a.docx");
    await writeFileAtomically(file, FIRST, { isReplacing: false });
    const again = writeFileAtomically(file, Buffer.from("second"), { isReplacing: false });
    await expect(again).rejects.toThrow(`${file} already exists. Choose another name`);
    expect(readFileSync(file, "utf8")).toBe("first");
    await writeFileAtomically(file, Buffer.from("third"), { isReplacing: true });
    expect(readFileSync(file, "utf8")).toBe("third");
    expect(readdirSync(folder)).toEqual(["a.docx"]);
  });

  it("is written by one of many who try at once", async () => {
    const file = path.join(folder, "a.docx");
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => writeFileAtomically(file, FIRST, { isReplacing: false })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(["a.docx"]);
  });

  it("leaves nothing behind where it cannot be written", async () => {
    const nowhere = path.join(folder, "no", "a.docx");
    await expect(writeFileAtomically(nowhere, FIRST, { isReplacing: true })).rejects.toThrow(
      `There is no folder ${path.join(folder, "no")}. Create it first`,
    );
    mkdirSync(path.join(folder, "b"));
    const onFolder = writeFileAtomically(path.join(folder, "b"), FIRST, { isReplacing: true });
    await expect(onFolder).rejects.toThrow(/b is a folder\. Choose another name/);
    expect(readdirSync(folder)).toEqual(["b"]);
  });
});
