/** Quotes that say something else than the sentence they pretend to copy. */
import { pick, type Random, replaceOne } from "./random.ts";

export type Tampering = (sentence: string, random: Random, other: string) => string | null;

const NUMBER = /(?<![\p{L}\d.,-])\d[\d.,]*\d|(?<![\p{L}\d.,-])\d(?![\d.,])/gu;
const AUXILIARY =
  /(?<= )(?:is|are|was|were|can|will|has|have|does|do|did|should|could|may|must)(?= \p{Ll})/gu;
const NEGATION = /(?<= )(?:not|no|never) /gu;
const NAMES = ["Johnson", "Berlin", "Microsoft", "Kenya", "Garcia"];
const VERBS = ["destroyed", "invented", "ignored", "purchased", "celebrated"];
const TAILS = [
  "and this has since been confirmed by a large trial",
  "which the government later denied",
  "although nobody had expected it",
];
const TURNS: Readonly<Record<string, string>> = {
  increase: "decrease",
  increases: "decreases",
  increased: "decreased",
  decrease: "increase",
  decreased: "increased",
  higher: "lower",
  lower: "higher",
  more: "less",
  less: "more",
  rise: "fall",
  rose: "fell",
  fell: "rose",
  before: "after",
  after: "before",
  above: "below",
  improve: "worsen",
  improved: "worsened",
  gain: "loss",
  positive: "negative",
  negative: "positive",
};
const HEDGES: Readonly<Record<string, string>> = {
  may: "will",
  might: "will",
  could: "will",
  can: "must",
  should: "must",
  often: "always",
  some: "all",
  many: "all",
  most: "all",
  usually: "always",
  likely: "certainly",
  probably: "certainly",
};

export const TAMPERING: Readonly<Record<string, Tampering>> = {
  "number plus one": (sentence, random) => replaceOne(random, sentence, NUMBER, plusOne),
  "digits swapped": (sentence, random) => replaceOne(random, sentence, NUMBER, swapDigits),
  "negation put in": (sentence, random) =>
    replaceOne(random, sentence, AUXILIARY, (word) => `${word} not`),
  "negation taken out": (sentence, random) => replaceOne(random, sentence, NEGATION, () => ""),
  "direction turned": (sentence, random) => replaceWord(random, sentence, TURNS),
  "hedge or quantifier changed": (sentence, random) => replaceWord(random, sentence, HEDGES),
  "name replaced": (sentence, random) =>
    replaceOne(
      random,
      sentence,
      /(?<=\p{Ll} )\p{Lu}\p{Ll}{3,}/gu,
      () => pick(random, NAMES) ?? null,
    ),
  "verb replaced": (sentence, random) =>
    replaceOne(random, sentence, /(?<= )\p{Ll}{4,}ed(?= )/gu, () => pick(random, VERBS) ?? null),
  "word left out": (sentence, random) =>
    replaceOne(random, sentence, /(?<=\p{Ll} )\p{Ll}{5,} (?=\p{Ll})/gu, () => ""),
  "words swapped": swapWords,
  "unit changed": (sentence, random) =>
    replaceOne(
      random,
      sentence,
      /(?<=\d ?)(?:%|percent|million|billion|mg|km|years|days|hours)(?!\p{L})/gu,
      changeUnit,
    ),
  "invented tail": (sentence, random) =>
    `${sentence.replace(/[.!?]\s*$/, "")}, ${pick(random, TAILS)}.`,
  "invented half": (sentence, _, other) => halves(sentence, other),
};

function plusOne(number: string): string {
  const last = Number(number.at(-1));
  return `${number.slice(0, -1)}${(last + 1) % 10}`;
}

function swapDigits(number: string): string | null {
  const digits = /(\d)(\d)(?=\D*$)/.exec(number);
  if (!digits || digits[1] === digits[2]) return null;
  return number.replace(/(\d)(\d)(?=\D*$)/, "$2$1");
}

function replaceWord(
  random: Random,
  sentence: string,
  words: Readonly<Record<string, string>>,
): string | null {
  const pattern = new RegExp(
    `(?<![\\p{L}-])(?:${Object.keys(words).join("|")})(?![\\p{L}-])`,
    "gu",
  );
  return replaceOne(random, sentence, pattern, (word) => words[word] ?? null);
}

function swapWords(sentence: string): string | null {
  const words = sentence.split(" ");
  const long = words.flatMap((word, index) => (/^\p{L}{5,}$/u.test(word) ? [index] : []));
  const [one, other] = [long[0], long.at(-1)];
  if (one === undefined || other === undefined || isSame(words[one], words[other])) return null;
  const swapped = [...words];
  swapped[one] = words[other] ?? "";
  swapped[other] = words[one] ?? "";
  return swapped.join(" ");
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

function changeUnit(unit: string): string {
  const turns: Readonly<Record<string, string>> = {
    "%": " percentage points",
    percent: "percentage points",
    million: "billion",
    billion: "million",
    mg: "g",
    km: "miles",
    years: "months",
    days: "weeks",
    hours: "minutes",
  };
  return turns[unit] ?? unit;
}

function halves(sentence: string, other: string): string | null {
  const first = sentence.split(" ");
  const second = other.split(" ");
  if (first.length < 8 || second.length < 8) return null;
  return [...first.slice(0, first.length >> 1), ...second.slice(second.length >> 1)].join(" ");
}
