import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

const BEFORE = "The old ferry stopped running in autumn.";
const AFTER = "The new bridge carries trains and bicycles across the bay.";

describe("a line between two paragraphs", () => {
  it.each([
    "Share this article",
    "Figure 3: The pier seen from the harbour",
    "– 14 –",
    "A bridge for the bay",
    "3.2 Traffic",
    "12 photos · 4 maps · Harbour Press, 2021",
    "By Edda Lund",
    "Harbour Report 2021",
    "## Traffic",
    "Read more: The last captain",
  ])("may be left out: %s", (line) => {
    const source = prepareText(`${BEFORE}\n\n${line}\n\n${AFTER}`);
    expect(checkQuote(source, `${BEFORE} ${AFTER}`)).toSatisfy(isStanding);
  });

  it.each([
    "It was not safe.",
    "Repairs cost 5 million",
    "What critics say",
    "Myths about the bay",
    "Only on paper",
    "- one more boat",
    "Oslo | 3.4 | 870",
    "Rising costs",
  ])("may not be left out: %s", (line) => {
    const source = prepareText(`${BEFORE}\n\n${line}\n\n${AFTER}`);
    expect(checkQuote(source, `${BEFORE} ${AFTER}`)).not.toSatisfy(isStanding);
  });

  it("is an item where short lines follow each other", () => {
    const source = prepareText(`The boats are these:\n\nHeron\n\nPlover\n\nCurlew\n\n${AFTER}`);
    expect(checkQuote(source, `Heron Curlew ${AFTER}`)).not.toSatisfy(isStanding);
  });

  it("is part of the sentence in a paragraph with hard breaks", () => {
    const source = prepareText(
      "The sailors of the second ferry\nwho were paid by the town\nleft the harbour on Monday.",
    );
    const quote = "The sailors of the second ferry left the harbour on Monday.";
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});

describe("a label in front of a paragraph", () => {
  it.each(["Table 4. ", "5. Transport. ", "Fig. 2: "])("may be left out: %s", (label) => {
    const source = prepareText(`${BEFORE}\n\n${label}${AFTER}`);
    expect(checkQuote(source, `${BEFORE} ${AFTER}`)).toSatisfy(isStanding);
  });

  it("is a sentence when it has a verdict", () => {
    const source = prepareText(`${BEFORE}\n\n5. Never again. ${AFTER}`);
    expect(checkQuote(source, `${BEFORE} ${AFTER}`)).not.toSatisfy(isStanding);
  });
});

it.each([
  [
    "Die Fähre fährt nicht mehr.",
    "Seite teilen",
    "Die neue Brücke trägt Züge und Fahrräder über die Bucht.",
  ],
  [
    "O barco deixou de navegar.",
    "Partilhe no telemóvel",
    "A ponte nova leva comboios e bicicletas.",
  ],
  ["Паром больше не ходит.", "Поделиться в сети", "Новый мост несёт поезда через залив."],
  ["توقفت العبّارة في الخريف.", "اقرأ أيضًا: جسر جديد", "يحمل الجسر الجديد القطارات عبر الخليج."],
  ["船は秋に止まりました。", "■ 交通", "新しい橋は湾を越えて列車を運びます。"],
])("%s: a line of the page in other languages", (before, line, after) => {
  const source = prepareText(`${before}\n\n${line}\n\n${after}`);
  expect(checkQuote(source, `${before} ${after}`)).toSatisfy(isStanding);
});
