import type { Json } from "@trovella/foundation";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readableText } from "./readable-text.ts";

describe("readable text", () => {
  it("is a text as it is", () => {
    expect(readableText("# Title\n\n**bold**")).toBe("# Title\n\n**bold**");
  });

  it("has a line for each value of JSON, behind its key", () => {
    const content = {
      findings: [{ claim: "It rains", sources: ["a", "b"], sure: true }, "It snows"],
      score: 0,
      nothing: null,
      empty: "",
    };
    expect(readableText(content)).toBe(
      "findings:\nclaim: It rains\nsources:\na\nb\nsure: true\nIt snows\nscore: 0",
    );
  });

  it("is never longer than the JSON it comes from", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = readableText(value as Json);
        expect(text.length).toBeLessThanOrEqual(JSON.stringify(value).length);
      }),
    );
    const long = { ["k".repeat(10_000)]: Array.from({ length: 1_000 }, () => 1) };
    expect(readableText(long).length).toBeLessThan(13_000);
  });
});
