import { describe, expect, it } from "vitest";
import { showInvisible } from "./show-invisible.ts";

describe("stored text in a reply", () => {
  it.each([
    ["a right-to-left override", "a\u202Eb", "a\\u{202e}b"],
    ["a zero-width space", "a\u200Bb", "a\\u{200b}b"],
    ["a tag character", "a\u{E0041}b", "a\\u{e0041}b"],
    ["a byte order mark", "\uFEFFa", "\\u{feff}a"],
    ["a C1 control", "a\u0085b", "a\\u{85}b"],
    ["a soft hyphen", "a\u00ADb", "a\\u{ad}b"],
    ["a grapheme joiner", "a\u034Fb", "a\\u{34f}b"],
    ["a Hangul filler", "a\u3164\u115F\uFFA0b", "a\\u{3164}\\u{115f}\\u{ffa0}b"],
    ["a Khmer inherent vowel", "a\u17B4b", "a\\u{17b4}b"],
    ["a Mongolian selector", "a\u180Bb", "a\\u{180b}b"],
    ["a blank Braille pattern", "a\u2800b", "a\\u{2800}b"],
    ["a musical control", "a\u{1D173}b", "a\\u{1d173}b"],
    ["variation selectors", "a.\uFE00\u{E0100}\u{E01EF}", "a.\\u{fe00}\\u{e0100}\\u{e01ef}"],
    ["an emoji selector after a letter", "a\uFE0Fb", "a\\u{fe0f}b"],
    ["an emoji selector after a digit", "1\uFE0Fb", "1\\u{fe0f}b"],
    ["a second emoji selector", "❤\uFE0F\uFE0F", "❤\uFE0F\\u{fe0f}"],
    ["joiners between Latin letters", "a\u200Db\u200Cc", "a\\u{200d}b\\u{200c}c"],
    ["a run of joiners", "ن\u200C\u200Dه", "ن\\u{200c}\\u{200d}ه"],
    ["a joiner at the end of a word", "زبان\u200C.", "زبان\\u{200c}."],
    ["an unfinished emoji", "👩\u200D", "👩\\u{200d}"],
  ])("shows %s", (_name, text, shown) => {
    const value = { deep: [{ text }], [text]: 1 };
    expect(showInvisible(value, JSON.stringify(value))).toEqual({
      deep: [{ text: shown }],
      [shown]: 1,
    });
  });

  it.each([
    "plain",
    "新しい研究",
    "زبان\u200Cها",
    "श्री क\u094D\u200Dष",
    "👩\u200D👩\u200D👧",
    "👩🏽\u200D🚀 🏳\uFE0F\u200D🌈",
    "❤\uFE0F 1\uFE0F\u20E3",
    "line\nbreak\ttab",
    "naïve",
  ])("leaves %j as it is", (text) => {
    const value = { text };
    expect(showInvisible(value, JSON.stringify(value))).toBe(value);
  });

  it("shows every default ignorable character after a full stop", () => {
    const hidden: string[] = [];
    for (let code = 0x80; code < 0xe1000; code += 1) {
      const character = String.fromCodePoint(code);
      if (/\p{Default_Ignorable_Code_Point}/u.test(character)) hidden.push(character);
    }
    expect(hidden.length).toBeGreaterThan(4_000);
    const shown = showInvisible(`.${hidden.join("")}`, hidden.join(""));
    expect(shown).toMatch(/^\.(\\u\{[0-9a-f]+\})+$/);
  });
});
