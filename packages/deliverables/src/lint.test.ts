import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import type { Source } from "./deliverable.ts";
import { lintDeliverable } from "./lint.ts";

const LINKED = { url: "https://example.com" };
const lint = (markdown: string, sources: readonly Source[], text: string | null = null) =>
  lintDeliverable({ ...SAMPLE, markdown, sources }, { textOf: () => text });
const codes = (...given: Parameters<typeof lint>) => lint(...given).map(({ code }) => code);

describe("lint", () => {
  it("has nothing to say about a sound output", () => {
    const sound = source("A", { ...LINKED, quote: "It was 3.1." });
    expect(
      lint("A finding that is long enough to count as one [src:A].", [sound], "It was 3.1."),
    ).toEqual([]);
  });

  it.each([
    "We infer that it will rise further in the years to come.",
    "In our view it will rise further in the years to come.",
    "Thus it will rise further in years to come: our own conclusion.",
  ])("takes a conclusion that says so for one: %s", (text) => {
    expect(codes(text, [])).toEqual([]);
    expect(codes(text.replace(/We infer that|In our view|: our own conclusion/, ""), [])).toEqual([
      "FINDING_WITHOUT_SOURCE",
    ]);
  });

  it("names a marker without a source once", () => {
    const [finding, ...others] = lint("x [src:X] y [src:X]", []);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: "UNRESOLVED_MARKER", sourceId: "X" });
    expect(finding?.message).toMatch(/Next: /);
  });

  it("names a source without a link, unless it has a DOI", () => {
    const sources = [
      source("A"),
      source("B", { url: "javascript:alert(1)" }),
      source("C", { doi: "10.1000/1" }),
    ];
    expect(lint("", sources).map(({ sourceId }) => sourceId)).toEqual(["A", "B"]);
  });

  it.each([
    ["word for word", "the mean was 3.1", true],
    ["with other quotation marks, dashes and breaks", "the “mean”\n was 3.1 – 3.2", true],
    ["with something left out", "The … was […] 3.2", true],
    ["in another order", "winter … Overall", false],
    ["in other words", "the average was 3.1", false],
  ])("looks for a quote %s", (_, quote, isFound) => {
    const text = 'Overall, **the "mean" was 3.1 - 3.2** in winter. The mean was 3.1.';
    const found = codes("", [source("A", { ...LINKED, quote })], text);
    expect(found).toEqual(isFound ? [] : ["QUOTE_NOT_FOUND"]);
  });

  it("does not doubt a quote when no text is stored", () => {
    expect(codes("", [source("A", { ...LINKED, quote: "x" })], null)).toEqual([]);
  });

  it("names a finding without a source, but not what only leads to a list or tells the method", () => {
    const markdown = `## Findings

This statement is long enough but has no source at all.

- This item is backed by the point below it, as you can see
  - Backed [src:A]

The following three systems were compared with each other:

## Method

Three databases were searched for measurements in the field.`;
    const findings = lint(markdown, [source("A", LINKED)]);
    expect(findings.map(({ excerpt }) => excerpt)).toEqual([
      "This statement is long enough but has no source at all.",
    ]);
  });

  it("is bounded", () => {
    const markdown = Array.from({ length: 400 }, (_, index) => `[src:X${index}]`).join(" ");
    const findings = lint(
      markdown,
      Array.from({ length: 400 }, (_, index) => source(`${index}`)),
    );
    expect(findings).toHaveLength(52);
    expect(findings[25]?.message).toContain("375 more of this kind");
  });

  it("shows fewer of each kind where there is less room, and none of the kinds is lost", () => {
    const markdown = Array.from({ length: 90 }, (_, index) => `[src:X${index}]`).join(" ");
    const sources = Array.from({ length: 90 }, (_, index) => source(`${index}`));
    const findings = lintDeliverable(
      { ...SAMPLE, markdown, sources },
      { textOf: () => null },
      { maxCharacters: 2_500 },
    );
    expect(JSON.stringify(findings).length).toBeLessThanOrEqual(2_500);
    const counts = ["UNRESOLVED_MARKER", "SOURCE_WITHOUT_LINK"].map(
      (code) => findings.filter((finding) => finding.code === code).length,
    );
    expect(counts).toEqual([7, 7]);
    expect(findings[6]?.message).toMatch(/^84 more of this kind/);
  });
});
