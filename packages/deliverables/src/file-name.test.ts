import { describe, expect, it } from "vitest";
import { fileNameFor } from "./file-name.ts";

describe("a file name", () => {
  it.each([
    ["Heat pumps: 2026 & beyond", "heat-pumps-2026-beyond-v3.docx"],
    ["Größe & Straße – Überblick", "grosse-strasse-uberblick-v3.docx"],
    ["../../etc/passwd\u0000.exe", "etc-passwd-exe-v3.docx"],
    ["日本語", "research-v3.docx"],
    ["", "research-v3.docx"],
  ])("is plain ASCII for %j", (title, expected) => {
    expect(fileNameFor(title, { version: 3, extension: "docx" })).toBe(expected);
  });

  it("has at most 60 characters of the title", () => {
    const name = fileNameFor(`${"a".repeat(59)} ${"b".repeat(400)}`, {
      version: 1,
      extension: "md",
    });
    expect(name).toBe(`${"a".repeat(59)}-v1.md`);
  });
});
