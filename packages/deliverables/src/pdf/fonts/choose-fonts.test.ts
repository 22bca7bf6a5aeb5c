import { describe, expect, it } from "vitest";
import { FormatUnavailable } from "../../deliverable.ts";
import { DEFAULT_THEME } from "../../theme/theme.ts";
import { chooseFonts } from "./choose-fonts.ts";
import { ownFont } from "./own-fonts.ts";

const NOWHERE: Parameters<typeof chooseFonts>[1] = { operator: [], system: [] };
const choose = (text: string, given = {}, places = NOWHERE) =>
  chooseFonts({ text, language: "en", theme: DEFAULT_THEME, ...given }, places);

describe("the fonts of a document", () => {
  it("are the two of the product for Latin, Greek and Cyrillic", () => {
    const { serif, sans, files, missing } = choose("Wärme αβγ тепло 12 %");
    expect(serif).toEqual(["Source Serif 4", "Source Sans 3"]);
    expect(sans).toEqual(["Source Sans 3", "Source Serif 4"]);
    expect(files).toHaveLength(8);
    expect(missing.size).toBe(0);
  });

  it("are joined by others only for letters that need them", () => {
    expect(choose("Pools المسابح").serif).toContain("Vazirmatn");
    expect(choose("Pools שלום").sans).toContain("Noto Sans Hebrew");
    expect(choose("Pools ★ ⚠").sans).toContain("DejaVu Sans Mono");
    expect(choose("Pools").sans).not.toContain("DejaVu Sans Mono");
  });

  it("are refused with script, variable and another way where a needed script has none", () => {
    const text = "プールの熱源転換: どこから始めるべきか";
    expect(() => choose(text)).toThrow(FormatUnavailable);
    expect(() => choose(text)).toThrow(/Japanese.*docx or html.*TROVELLA_FONT_DIR/s);
    expect(() => choose("การค้นคว้า และคำตอบ")).toThrow(/Thai/);
  });

  it("do without a few words of another script", () => {
    const { missing } = choose(`${"Only a title is in Japanese. ".repeat(40)}日本`);
    expect([...missing].map((codePoint) => String.fromCodePoint(codePoint))).toEqual(["日", "本"]);
  });

  it("come from the folder of the operator first", () => {
    const [file = ""] = ownFont("hebrew").files;
    const chosen = choose(
      "Pools",
      { theme: { ...DEFAULT_THEME, bodyFont: "Noto Sans Hebrew" } },
      {
        operator: [file],
        system: [],
      },
    );
    expect(chosen.serif[0]).toBe("Noto Sans Hebrew");
    expect(chosen.files).toContain(file);
  });

  it("leave out what no font has, invisible characters aside", () => {
    const { missing } = choose("A\u200d\ufe0f\u2060\u00ad 😀 \ue000");
    expect([...missing]).toEqual([0x1f600, 0xe000]);
  });
});
