import {
  coverageOf,
  differsInNegation,
  dropsReservation,
  hasName,
  hasWholeName,
  namesOf,
  openingWord,
  type PreparedText,
  prepareText,
  saysOpposite,
  swappedNames,
} from "@trovella/evidence";
import { type ClaimTexts, hasFigure, type Stated } from "./claim-texts.ts";
import type { Sentence } from "./sentences.ts";

const MIN_COVERAGE = 0.3;
const MAX_SHOWN_FIGURES = 5;
const MAX_COMPARED_PASSAGES = 100;

/** How a sentence differs from the claims and passages that it cites, as the start of a message; null when it does not. */
export function differenceFrom(
  { text, claims, sources }: Sentence,
  {
    texts,
    context,
  }: {
    readonly texts: ClaimTexts;
    /** What the sentence goes on about; null where names are not compared. */
    readonly context: readonly string[] | null;
  },
): string | null {
  const said = texts.inDocument(text);
  const statements = texts.statements(claims);
  const passages = texts.passages({ claims, sources });
  const around = context === null ? [] : texts.around({ claims, sources });
  const figures = otherFigures(said, statements, {
    found: [...passages, ...around],
    isStrict: context !== null,
  });
  if (figures.length > 0) {
    return `This says ${figures.slice(0, MAX_SHOWN_FIGURES).join(", ")}, unlike`;
  }
  const [sentence] = said.prepared;
  if (!sentence) return null;
  const found = preparedOf(passages).slice(0, MAX_COMPARED_PASSAGES);
  // A source without a claim has only its passages.
  const claimed = statements.length > 0 ? preparedOf(statements) : closest(sentence, found);
  if (differsInNegation(sentence, claimed)) {
    return "One says not, the other does not: this sentence and";
  }
  if (!texts.isOneLanguage) return null;
  if (saysOpposite(sentence, [...claimed, ...found])) return "This says the opposite of";
  if (coverageOf(sentence, [...claimed, ...found]) < MIN_COVERAGE) {
    return "This shares few words with";
  }
  if (context === null) return null;
  if (dropsReservation(sentence, claimed)) return "This drops the reservation of";
  const known = [...claimed, ...found, ...preparedOf(around)];
  return otherNames(text, { claimed, found, known, context, language: sentence.lexicon.language });
}

function preparedOf(texts: readonly Stated[]): PreparedText[] {
  return texts.flatMap(({ prepared }) => prepared);
}

function otherFigures(
  said: Stated,
  statements: readonly Stated[],
  { found, isStrict }: { readonly found: readonly Stated[]; readonly isStrict: boolean },
): string[] {
  // A year is a figure of the claim only where the claim gives years, or where nothing may be added.
  const hasYears = isStrict || statements.some((one) => one.figures.some(({ isYear }) => isYear));
  return said.figures
    .filter((figure) => hasYears || !figure.isYear)
    .filter((figure) => !hasFigure(statements, figure) && !hasFigure(found, figure))
    .map(({ text }) => text);
}

/** The passage that has most of the words: others of the source are about something else. */
function closest(sentence: PreparedText, passages: readonly PreparedText[]): PreparedText[] {
  const ranked = passages.map((passage) => ({ passage, share: coverageOf(sentence, [passage]) }));
  const [best] = ranked.sort((one, other) => other.share - one.share);
  return best ? [best.passage] : [];
}

/** A sentence may say a thing rightly and then once more. */
const CLAUSE = /[;,] (?:and |but |while |et |mais |y |pero |e |mas )?/;

/** Stand for what the sentence before is about. */
const POINTING =
  /(?<!\p{L})(?:this|that|these|those|it|they|he|she|ce|cette|ces|il|elle|ils|elles|este|esta|estos|estas|ese|esa|esto|ele|ela|eles|elas)(?!\p{L})/iu;

function otherNames(
  text: string,
  {
    claimed,
    found,
    known,
    context,
    language,
  }: {
    readonly claimed: readonly PreparedText[];
    readonly found: readonly PreparedText[];
    /** Where its names may stand. */
    readonly known: readonly PreparedText[];
    readonly context: readonly string[];
    readonly language: string | null;
  },
): string | null {
  // Every cell of a row begins with a capital.
  const sentence = prepareText(text.replaceAll("; ", ". "), { language });
  const names = namesOf(sentence);
  const stranger = names.find((name) => !hasWholeName(known, name));
  if (stranger) return `This speaks of ${stranger.text}, unlike`;
  const clauses = text.split(CLAUSE).map((clause) => prepareText(clause, { language }));
  const [swapped] = [sentence, ...clauses].flatMap((one) => {
    const pair = swappedNames(one, [...claimed, ...found]);
    return pair ? [pair] : [];
  });
  if (swapped) return `The names ${swapped.join(" and ")} changed places in this and`;
  const isPointing = POINTING.test(text);
  const subjects = claimed.flatMap((claim) => {
    const own = namesOf(claim);
    return own.length > 0 || !isPointing ? own : (openingWord(claim) ?? []);
  });
  // Where something else stands for a name, a part of it is not enough: "this Shipping Company".
  const isNamed = isPointing ? hasWholeName : hasName;
  const missing = subjects.filter((name) => !isNamed([sentence], name));
  if (missing.length === 0) return null;
  const isUnnamed = missing.length === subjects.length;
  const opening = openingWord(sentence);
  const isOther = isUnnamed && opening !== null && !hasName(known, opening);
  const before = context.map((one) => prepareText(one, { language }));
  const isAstray =
    (isUnnamed || isPointing) &&
    before.flatMap(namesOf).length > 0 &&
    !missing.some((name) => isNamed(before, name));
  return isOther || isAstray ? `This does not speak of ${missing[0]?.text}, unlike` : null;
}
