import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ownFont } from "./own-fonts.ts";
import { readFont } from "./read-font.ts";

const has = (family: ReturnType<typeof ownFont>, text: string) =>
  [...text].every((character) => family.hasCharacter(character.codePointAt(0) ?? 0));

describe("the fonts that come with the product", () => {
  it("are known by their names and characters", () => {
    expect(ownFont("sans").name).toBe("Source Sans 3");
    expect(ownFont("serif").name).toBe("Source Serif 4");
    expect(has(ownFont("serif"), "Äößé Ωπ Яж “–” 1²₂ €−×≤")).toBe(true);
    expect(has(ownFont("arabic"), "المسابح")).toBe(true);
    expect(has(ownFont("hebrew"), "שלום")).toBe(true);
    expect(has(ownFont("serif"), "語")).toBe(false);
  });
});

describe("a damaged font file", () => {
  const file = readFileSync(ownFont("sans").files[0] ?? "");

  it.each([0, 3, 11, 200, 2_000])("of %i bytes has no faces", (length) => {
    expect(readFont(file.subarray(0, length))).toEqual([]);
  });

  it("is read without end of time or memory, whatever its bytes", () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const bytes = Buffer.from(file.subarray(0, 60_000));
      for (let at = 0; at < 400; at += 1) bytes[(at * 7 * seed) % 1_000] = (at * seed) % 256;
      expect(readFont(bytes).length).toBeLessThanOrEqual(64);
    }
  });
});
