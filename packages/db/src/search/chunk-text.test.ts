import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHUNK_WORDS, chunkText, MAX_CHUNKS, TITLE_END } from "./chunk-text.ts";

describe("chunks of a text", () => {
  it("hold 150 words each and begin 120 words apart, with the title in front", () => {
    const chunks = bodies(words(400), "On flow");
    expect(chunks).toHaveLength(4);
    expect(chunks.map((chunk) => chunk.split(" ").length)).toEqual([150, 150, 150, 40]);
    expect(chunks.map((chunk) => chunk.split(" ")[0])).toEqual(["w0", "w120", "w240", "w360"]);
    const [first] = chunkText({ title: "  On\n\nflow ", text: "Air." });
    expect(first?.content).toBe(`On flow${TITLE_END}Air.`);
  });

  it("are one where the text fits, and one with the title alone where there is no text", () => {
    expect(bodies(words(CHUNK_WORDS))).toHaveLength(1);
    expect(bodies("")).toEqual([""]);
    expect(bodies(" \n ")).toEqual([""]);
  });

  it("keep the text between the words as it is", () => {
    expect(bodies("  # Head\n\n- one\t two  ")).toEqual(["# Head\n\n- one\t two"]);
  });

  it("are bounded where a text has no spaces, and never cut a character in two", () => {
    const chunks = bodies("漢💥".repeat(20_000));
    expect(chunks.length).toBeGreaterThan(10);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(16 * CHUNK_WORDS);
    expect(chunks.every((chunk) => chunk.isWellFormed())).toBe(true);
  });

  it("are bounded in number", () => {
    expect(bodies("a ".repeat(1_000_000))).toHaveLength(MAX_CHUNKS);
  });

  it("end where a text has more different words than any language, and never before", () => {
    const count = (text: string) => bodies(text).length;
    expect(count(words(2_500))).toBe(21);
    expect(count(words(200_000))).toBe(25);
    expect(count(words(200_000).replaceAll(" ", ","))).toBeLessThan(25);
    const vocabulary = words(6_000).split(" ");
    const language = Array.from(
      { length: 40_000 },
      (_, index) => vocabulary[(index * index) % 6_000],
    );
    expect(count(language.join(" "))).toBe(334);
    const clauses = Array.from({ length: 20_000 }, (_, index) =>
      [...`${index}`].map((digit) => "零一二三四五六七八九"[Number(digit)]).join("的"),
    );
    expect(count(clauses.join("。"))).toBeGreaterThan(70);
  });

  it("have equal digests where title and text are equal, and only there", () => {
    const digest = (title: string, text: string) => chunkText({ title, text })[0]?.digest;
    expect(digest("a", "b")).toBe(digest("a", "b"));
    expect(digest("a", "b")).not.toBe(digest("", "a b"));
    expect(digest("a", "b")).not.toBe(digest("a", "c"));
  });

  it("leave out no word of any text", () => {
    const texts = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 600 });
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join(" ");
        const found = new Set(bodies(text).flatMap((body) => body.match(/\S{1,256}/gu) ?? []));
        return (text.match(/\S{1,256}/gu) ?? []).every((word) => found.has(word));
      }),
      { numRuns: 50 },
    );
  });
});

function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
}

/** Without the titles. */
function bodies(text: string, title = ""): string[] {
  return chunkText({ title, text }).map(({ content }) =>
    content.slice(content.indexOf(TITLE_END) + TITLE_END.length),
  );
}
