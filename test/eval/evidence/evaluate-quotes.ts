import { checkQuote, isStanding, type PreparedText, prepareText } from "@trovella/evidence";
import { NOISE } from "./noise.ts";
import { createRandom, type Random } from "./random.ts";
import type { ClaimRow, PassageRow, QuoteRow, SetRow } from "./read-lines.ts";
import { createTally, type Tally } from "./tally.ts";
import { TAMPERING } from "./tampering.ts";

export type Shares = {
  /** Honest quotes that were refused. */
  readonly refused: number;
  /** False quotes that were accepted. */
  readonly accepted: number;
};

const SENTENCES_PER_TEXT = 4;

/** Quotes that people copied out of passages. */
export function evaluateCopies(rows: readonly QuoteRow[], options: { examples: boolean }): Shares {
  const honest = createTally(options);
  const falsehoods = createTally(options);
  let short = 0;
  for (const { quote, expected, kind, title, text } of rows) {
    const check = checkQuote(prepareText(`${title}\n\n${text}`), quote);
    if (check.verdict === "short") {
      short += 1;
      continue;
    }
    const isAccepted = isStanding(check);
    if (expected === "in") honest.count(kind, !isAccepted, quote);
    else falsehoods.count(kind, isAccepted, quote);
  }
  console.log(`\n${short} of ${rows.length} quotes are too short to be judged.`);
  return {
    refused: honest.print("Copied by people: refused"),
    accepted: falsehoods.print("Beside another passage: accepted"),
  };
}

/** Sentences of passages with noise and with tampering. */
export function evaluateSentences(
  rows: readonly ClaimRow[],
  options: { examples: boolean },
): Shares {
  const random = createRandom(7);
  const honest = createTally(options);
  const falsehoods = createTally(options);
  const time = { ms: 0, quotes: 0, characters: 0 };
  const texts = [...new Set(rows.flatMap(({ evidence }) => evidence.map(({ text }) => text)))];
  texts.forEach((text, index) => {
    const source = prepareText(text);
    const other = sentencesOf(texts[(index + 1) % texts.length] ?? "")[0] ?? "";
    for (const sentence of sentencesOf(text).slice(0, SENTENCES_PER_TEXT)) {
      measure(time, source, sentence);
      addNoise(honest, { source, text, sentence }, random);
      tamper(falsehoods, { source, sentence, other }, random);
    }
  });
  for (const { claim, evidence } of rows) pose(falsehoods, claim, evidence);
  const result = {
    refused: honest.print("Sentences with noise: refused"),
    accepted: falsehoods.print("Tampered sentences: accepted"),
  };
  const perQuote = (time.ms / time.quotes).toFixed(3);
  console.log(
    `\n${perQuote} ms a quote, in texts of ${Math.round(time.characters / time.quotes)} characters prepared once`,
  );
  return result;
}

/** A set by somebody else: passages and quotes with what is expected of them. */
export function evaluateSet(
  passages: readonly PassageRow[],
  quotes: readonly SetRow[],
  options: { examples: boolean },
): Shares & { readonly hidden: number } {
  const prepared = new Map(
    passages.map((passage) => [passage.id, { ...passage, source: prepareText(passage.text) }]),
  );
  const [honest, falsehoods, hidden] = [
    createTally(options),
    createTally(options),
    createTally(options),
  ];
  const [honestLanguages, falseLanguages] = [createTally(), createTally()];
  for (const { id, passage, quote, expected, kind } of quotes) {
    const found = prepared.get(passage);
    if (!found) throw new Error(`Quote ${id} names passage ${passage}, which is not in the set.`);
    const check = checkQuote(found.source, quote);
    const isAccepted = isStanding(check);
    const example = `${id}: ${quote} (${check.verdict} ${JSON.stringify(check.differs ?? [])})`;
    const language = found.language ?? "unknown";
    if (expected === "accept") {
      honest.count(kind, !isAccepted, example);
      honestLanguages.count(language, !isAccepted);
    } else if (kind.startsWith("ellipsis_hides_")) {
      hidden.count(kind, isAccepted, example);
    } else {
      falsehoods.count(kind, isAccepted, example);
      falseLanguages.count(language, isAccepted);
    }
  }
  const refused = honest.print("Honest quotes: refused");
  honestLanguages.print("Honest quotes by language: refused");
  const accepted = falsehoods.print("False quotes: accepted");
  falseLanguages.print("False quotes by language: accepted");
  return { refused, accepted, hidden: hidden.print("Hidden by an ellipsis: accepted") };
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .filter(
      (sentence) =>
        sentence.length >= 40 && sentence.length <= 400 && sentence.split(" ").length >= 6,
    );
}

function measure(
  time: { ms: number; quotes: number; characters: number },
  source: PreparedText,
  sentence: string,
): void {
  const start = performance.now();
  checkQuote(source, sentence.replaceAll(" the ", " "));
  time.ms += performance.now() - start;
  time.quotes += 1;
  time.characters += source.original.length;
}

function addNoise(
  tally: Tally,
  { source, text, sentence }: { source: PreparedText; text: string; sentence: string },
  random: Random,
): void {
  for (const [kind, make] of Object.entries(NOISE)) {
    const noise = make(sentence, random);
    if (!noise) continue;
    const { onPage } = noise;
    const page = onPage === undefined ? source : prepareText(text.replace(sentence, () => onPage));
    tally.count(kind, !isStanding(checkQuote(page, noise.quote)), noise.quote);
  }
}

function tamper(
  tally: Tally,
  { source, sentence, other }: { source: PreparedText; sentence: string; other: string },
  random: Random,
): void {
  for (const [kind, make] of Object.entries(TAMPERING)) {
    const quote = make(sentence, random, other);
    if (quote === null || source.original.includes(quote)) continue;
    tally.count(kind, isStanding(checkQuote(source, quote)), quote);
  }
  if (!source.original.includes(other)) {
    tally.count("sentence of another page", isStanding(checkQuote(source, other)), other);
  }
}

/** Sentences of a model that pose as quotes of what they cite. */
function pose(tally: Tally, claim: string, evidence: ClaimRow["evidence"]): void {
  for (const { text } of evidence) {
    const source = prepareText(text);
    const check = checkQuote(source, claim);
    // Some models copy whole sentences: then the claim is a quote.
    if (check.verdict === "exact" || check.verdict === "normalised") continue;
    tally.count("claim posing as a quote", isStanding(check), claim);
  }
}
