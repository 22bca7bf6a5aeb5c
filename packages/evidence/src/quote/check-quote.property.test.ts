import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyAt, normalizedText, prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";
import { offsetsOf } from "./sentences.ts";

const SCRIPTS: readonly (readonly string[])[] = [
  [
    "Brücke",
    "élève",
    "naïve",
    "ﬁnden",
    "Straße",
    "e\u0301te\u0301",
    "coop\u00adération",
    "well-known",
  ],
  ["мост", "ёлка", "город", "население", "й", "Москва"],
  ["كتاب", "مُحَمَّد", "الحكـــومة", "أعلنت", "إجراءات", "١٢٣"],
  ["पुल", "नदी", "शहर", "१२३", "सरकार", "ज़रूर"],
  ["人口", "東京都", "ﾊﾟﾝ", "ガス", "１２３", "橋は"],
  ["γέφυρα", "πόλη", "Ἀθῆναι", "και", "ΠΟΛΗ"],
];
const MARKS = [
  "12,000",
  "12.5 %",
  "[12]",
  "&amp;",
  "&uuml;ber",
  "<b>fe</b>tt",
  "**stark**",
  "5km",
  "−5 °C",
  "(a)",
  "CO₂",
  "„x“",
  "\n",
  "…",
  "–",
  "a.m.",
  "<br>",
];

const words = fc
  .tuple(fc.constantFrom(...SCRIPTS), fc.array(fc.nat(40), { minLength: 3, maxLength: 14 }))
  .map(([script, picks]) =>
    picks.map(
      (pick) => (pick < 28 ? script[pick % script.length] : MARKS[pick % MARKS.length]) ?? "",
    ),
  );

describe("the offset map", () => {
  it("is exact: what stands there normalises to what was looked for, in 10,000 texts of six scripts", () => {
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (list, one, other) => {
        const text = prepareText(list.join(" "), { language: "none" });
        if (text.count === 0) return;
        const from = one % text.count;
        const to = from + 1 + (other % (text.count - from));
        const { start, end } = offsetsOf(text, { from, to });
        const wanted = Array.from({ length: to - from }, (_, index) => keyAt(text, from + index));
        const slice = prepareText(text.original.slice(start, end), { language: "none" });
        expect(normalizedText(slice)).toBe(wanted.join(" "));
      }),
      { numRuns: 10_000 },
    );
  });
});

const SENTENCE_WORDS =
  "committee bridge river engineer opened carried measured yellow station harbour winter concrete travelled between several morning".split(
    " ",
  );
const sentence = fc
  .tuple(
    fc.array(fc.constantFrom(...SENTENCE_WORDS), { minLength: 6, maxLength: 20 }),
    fc.array(
      fc.oneof(
        fc.integer({ min: 10, max: 99_999 }).map(String),
        fc.float({ min: 1, max: 999, noNaN: true }).map((value) => value.toFixed(1)),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([list, figures]) => {
    // A word behind each: two figures side by side may be one with a space between its thousands.
    const mixed = figures.reduce(
      (all, figure, index) => all.toSpliced((index * 5 + 2) % all.length, 0, `${figure} boats`),
      list,
    );
    return `The ${mixed.join(" ")}.`;
  });

const NOISE: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll(" ", "\n"),
  (text) => text.replaceAll(" ", "\u00a0"),
  (text) => text.toUpperCase(),
  (text) => text.normalize("NFD"),
  (text) => `“${text}”`,
  (text) => text.replace(/\p{L}{5,}/u, "<i>$&</i>"),
  (text) => text.replace(/\p{L}{5,}/u, "**$&**"),
  (text) => text.replace(/(\p{L}{3})(\p{L}{3,})/u, "$1\u00ad$2"),
  (text) => text.replace(/(\p{Ll}{3})(\p{Ll}{3,})/u, "$1-\n$2"),
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
];

describe("checkQuote", () => {
  it("never loses a quote to harmless noise", () => {
    fc.assert(
      fc.property(sentence, fc.nat(), (text, pick) => {
        const source = prepareText(`It began early. ${text} Then it ended.`, { language: "en" });
        const noise = NOISE[pick % NOISE.length] ?? ((same: string) => same);
        expect(checkQuote(source, text)).toSatisfy(isStanding);
        expect(checkQuote(source, noise(text))).toSatisfy(isStanding);
      }),
      { numRuns: 600 },
    );
  });

  it("never accepts a quote with another digit", () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, pick, shift) => {
        const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
        const place = places[pick % places.length] ?? 0;
        const digit = (Number(text[place]) + shift) % 10;
        const changed = `${text.slice(0, place)}${digit}${text.slice(place + 1)}`;
        const source = prepareText(`It began early. ${text} Then it ended.`, { language: "en" });
        expect(checkQuote(source, changed)).not.toSatisfy(isStanding);
      }),
      { numRuns: 1_500 },
    );
  });
});
