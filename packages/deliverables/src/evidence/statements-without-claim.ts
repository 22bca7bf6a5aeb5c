import {
  contentWords,
  coverageOf,
  type Figure,
  hasWholeName,
  namesOf,
  type PreparedText,
} from "@trovella/evidence";
import { isOwnConclusion, isUncitedSection } from "../own-conclusion.ts";
import type { ClaimTexts } from "./claim-texts.ts";
import { differenceFrom } from "./difference-from.ts";
import type { Passage, Sentence } from "./sentences.ts";

const MIN_WORDS = 3;
/** With a figure or a name fewer words say something. */
const MIN_TELLING_WORDS = 2;
/** Headings and headers mostly name what follows. */
const MIN_HEADING_WORDS = 5;
const MAX_SMALL_DIGITS = 3;
const OLDEST_YEAR = 1500;
/** Of a claim's words, in a sentence that repeats it. */
const MIN_RESTATED = 0.5;

/** Sentences that state something which nothing cited with them says, and which are no conclusion of the author's. */
export function statementsWithoutClaim(
  passages: readonly Passage[],
  given: {
    readonly texts: ClaimTexts;
    readonly cited: readonly number[];
    /** How many blocks give the answer. */
    readonly lead: number;
  },
): Sentence[] {
  return passages.flatMap((passage) => {
    const { sentences, sections, isHeading, isAside, block } = passage;
    const isAnswer = isHeading || block < given.lead || sections.some(isUncitedSection);
    return sentences.filter((sentence, index) => {
      const { text, claims } = sentence;
      if (claims.length > 0 || !isStatement(sentence, given.texts, isHeading)) {
        return false;
      }
      if (isOwnConclusion(text) || (sections.some(isUncitedSection) && FIRST_PERSON.test(text))) {
        return false;
      }
      const citing = sentences.slice(index).find(isCiting);
      if (citing && isSaidBy(sentence, citing, given.texts)) return false;
      return !(isAnswer || isAside) || !isRestating(sentence, given.texts, given.cited);
    });
  });
}

/** A title cannot cite: one with a figure has to repeat a claim. */
export function isTitleWithoutClaim(
  title: string,
  { texts, cited }: { readonly texts: ClaimTexts; readonly cited: readonly number[] },
): boolean {
  const sentence = { text: title, claims: [], sources: [] };
  const { figures, prepared } = texts.inDocument(title);
  const isNaming = prepared.flatMap(namesOf).length > 0;
  const isTelling = figures.some(
    (figure) => !isLikelyYear(figure) && (isNaming || isLarge(figure)),
  );
  return isTelling && !isRestating(sentence, texts, cited);
}

/** How the work was done is told by who did it. */
const FIRST_PERSON = /(?<!\p{L})(?:we|i|our|my|wir|ich|unsere?|nous|je|nos|notre)(?!\p{L})/iu;

function isCiting({ claims, sources }: Sentence): boolean {
  return claims.length > 0 || sources.length > 0;
}

function isStatement({ text }: Sentence, texts: ClaimTexts, isHeading: boolean): boolean {
  const { prepared, figures } = texts.inDocument(text);
  const [sentence] = prepared;
  if (!sentence || /[:?？]$/.test(text.trim())) return false;
  const words = contentWords(sentence).size;
  const numbers = figures.filter((figure) => !isLikelyYear(figure));
  const isNaming = namesOf(sentence).length > 0;
  if (isHeading) {
    const isNumbered = isNaming && numbers.length > 0 && words >= MIN_WORDS;
    return numbers.some(isLarge) || isNumbered || (isNaming && words >= MIN_HEADING_WORDS);
  }
  return words >= (isNaming || numbers.length > 0 ? MIN_TELLING_WORDS : MIN_WORDS);
}

/** Research rarely names older years, and "1012 people" is none. */
function isLikelyYear({ isYear, value }: Figure): boolean {
  return isYear && value >= OLDEST_YEAR;
}

/** More than the number of a list: "The top 10 vendors". */
function isLarge({ unit, key }: Figure): boolean {
  return unit !== "" || key.length > MAX_SMALL_DIGITS;
}

function isSaidBy({ text }: Sentence, { claims, sources }: Sentence, texts: ClaimTexts): boolean {
  return differenceFrom({ text, claims, sources }, { texts, context: [] }) === null;
}

/** Whether claims that are cited elsewhere say it: those whose names and most of whose words the sentence has. */
function isRestating({ text }: Sentence, texts: ClaimTexts, cited: readonly number[]): boolean {
  const said = texts.inDocument(text).prepared;
  const restated = cited.filter((number) => {
    const [claim] = texts.statements([number]).flatMap(({ prepared }) => prepared);
    return claim !== undefined && repeats(said, claim);
  });
  return (
    restated.length > 0 &&
    isSaidBy({ text, claims: [], sources: [] }, { text, claims: restated, sources: [] }, texts)
  );
}

function repeats(said: readonly PreparedText[], claim: PreparedText): boolean {
  return (
    coverageOf(claim, said) >= MIN_RESTATED &&
    namesOf(claim).every((name) => hasWholeName(said, name))
  );
}
