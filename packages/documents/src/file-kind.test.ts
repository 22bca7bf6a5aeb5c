import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";
import { contentProblem, fileKind, isIgnored } from "./file-kind.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("a file", () => {
  it.each([
    ["notes/A.MD", "note"],
    ["a.b/x.bib", "bibtex"],
    ["x.constructor", null],
    ["x", null],
    ["x.exe", null],
  ])("is read by its name: %s as %s", (path, kind) => {
    expect(fileKind(path)).toBe(kind);
  });

  it.each([".obsidian/app.json", "notes/.DS_Store", "__MACOSX/a.md", "a/node_modules/b/readme.md"])(
    "is nothing that people wrote: %s",
    (path) => {
      expect(isIgnored(path)).toBe(true);
      expect(isIgnored("a/b.c/d.md")).toBe(false);
    },
  );

  it("must have the content that its name promises", () => {
    expect(contentProblem("note", bytes(1, 0, 2))).toBe("is no text");
    expect(contentProblem("note", bytes())).toBe("is empty");
    expect(contentProblem("note", bytes(0xff, 0xfe, 65, 0))).toBeNull();
    expect(contentProblem("docx", bytes(65))).toMatch(/damaged/);
    expect(contentProblem("pdf", bytes(65))).toMatch(/damaged/);
  });

  it.each([
    ["UTF-8", bytes(0xc3, 0xbc), "ü", false],
    ["UTF-8 with a mark", bytes(0xef, 0xbb, 0xbf, 0xc3, 0xbc), "ü", false],
    ["UTF-16, little end first", bytes(0xff, 0xfe, 0xfc, 0), "ü", false],
    ["UTF-16, big end first", bytes(0xfe, 0xff, 0, 0xfc), "ü", false],
    ["Latin-1", bytes(0xfc, 0x80), "ü€", true],
  ])("is decoded from %s", (_, content, text, isGuessed) => {
    expect(decodeText(content)).toEqual({ text, isGuessed });
  });
});
