import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

interface Passage {
  readonly id: string;
  readonly text: string;
}

interface Quote {
  readonly id: string;
  readonly passage: string;
  readonly quote: string;
  readonly expected: "accept" | "refuse";
  readonly kind: string;
}

// Written by somebody who had not seen the checker. Rules were improved by looking at every other passage, so only the
// rest of them counts here.
const passages = readLines<Passage>("passages.jsonl").filter((_, index) => index % 2 === 1);
const texts = new Map(passages.map(({ id, text }) => [id, prepareText(text)]));
const quotes = readLines<Quote>("quotes.jsonl").filter(({ passage }) => texts.has(passage));
const isHiding = ({ kind }: Quote) => kind.startsWith("ellipsis_hides_");

describe("quotes by another author in eight languages", () => {
  it("are accepted when they are honest", () => {
    const honest = quotes.filter(({ expected }) => expected === "accept");
    expect(honest.length).toBeGreaterThan(300);
    expect(shareOf(honest, (quote) => !isAccepted(quote))).toBeLessThanOrEqual(0.08);
  });

  it("are refused when they say something else", () => {
    const falsehoods = quotes.filter((quote) => quote.expected === "refuse" && !isHiding(quote));
    expect(falsehoods.length).toBeGreaterThan(350);
    expect(shareOf(falsehoods, isAccepted)).toBeLessThanOrEqual(0.01);
  });

  it("are refused when an ellipsis hides what matters", () => {
    const hiding = quotes.filter(isHiding);
    expect(hiding.length).toBeGreaterThan(50);
    expect(shareOf(hiding, isAccepted)).toBeLessThanOrEqual(0.05);
  });
});

function isAccepted({ passage, quote }: Quote): boolean {
  const text = texts.get(passage);
  if (!text) throw new Error(`There is no passage ${passage}.`);
  return isStanding(checkQuote(text, quote));
}

function shareOf(all: readonly Quote[], isCounted: (quote: Quote) => boolean): number {
  return all.filter(isCounted).length / all.length;
}

function readLines<T>(name: string): T[] {
  const file = new URL(`../../quote-set/${name}`, import.meta.url);
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as T);
}
