import { type PreparedText, prepareText } from "../prepare-text.ts";
import type { Problem } from "./claim.ts";
import { contentWords, differsInNegation } from "./coverage.ts";
import { hasName, hasWholeName, type Name, namesOf, openingWord } from "./names.ts";
import { saysOpposite } from "./opposites.ts";
import { warning } from "./quote-problem.ts";
import { dropsReservation } from "./reservations.ts";
import { swappedNames } from "./swapped-names.ts";

// Signs that a statement says something else than its quotes. Honest words have them too, so they are no proof.

const DERIVED_LETTERS = 3;

export function meaningProblems(
  statement: PreparedText,
  quotes: readonly PreparedText[],
): Problem[] {
  const next = "check that both say the same, or use the words of the source";
  if (differsInNegation(statement, quotes)) {
    return [
      warning("NEGATION_DIFFERS", "One of statement and quote says not, the other does not.", next),
    ];
  }
  return saysOpposite(statement, quotes)
    ? [warning("NEGATION_DIFFERS", "Statement and quote say the opposite.", next)]
    : [];
}

/** Names that the sources do not have, that share nothing with those of the quotes, or that changed places. */
export function nameProblem(
  statement: PreparedText,
  {
    quotes,
    sources,
  }: { readonly quotes: readonly PreparedText[]; readonly sources: readonly PreparedText[] },
): Problem[] {
  const names = namesOf(statement);
  const strangers = [...names, ...openingStranger(statement, names, sources)].filter(
    (name) => !hasWholeName(sources, name),
  );
  const [stranger] = strangers;
  if (stranger) {
    return [problem(`The sources do not have the name ${stranger.text}.`)];
  }
  const quoted = quotes.flatMap(namesOf);
  const isOther =
    names.length > 0 && quoted.length > 0 && !names.some((name) => hasName(quotes, name));
  if (isOther)
    return [problem(`The statement names ${names[0]?.text}, the quote ${quoted[0]?.text}.`)];
  const swapped = swappedNames(statement, quotes);
  return swapped ? [problem(`The names ${swapped.join(" and ")} changed places.`)] : [];
}

function problem(what: string): Problem {
  return warning(
    "NAME_DIFFERS",
    what,
    "name whom the quote names, or quote the sentence that does",
  );
}

/** The first word, where it is all that the sources do not have of a statement without other names. */
function openingStranger(
  statement: PreparedText,
  names: readonly Name[],
  sources: readonly PreparedText[],
): Name[] {
  const opening = openingWord(statement);
  if (!opening || names.length > 0) return [];
  const found = new Set(sources.flatMap((source) => [...contentWords(source)]));
  const missing = [...contentWords(statement)].filter((word) => !found.has(word));
  const [key = ""] = opening.keys;
  // Alpine and Alps begin alike.
  const isDerived = [...found].some((word) => word.startsWith(key.slice(0, DERIVED_LETTERS)));
  return missing.length === 1 && key.startsWith(missing[0] ?? " ") && !isDerived ? [opening] : [];
}

/** A quote says that something may be, or under a condition, and the statement that it is. */
export function reservationProblems(
  statement: PreparedText,
  quotes: readonly PreparedText[],
): Problem[] {
  if (!dropsReservation(statement, quotes)) return [];
  const next = "say it in the statement too";
  return [warning("RESERVATION_DROPPED", "The quotes say it with a reservation.", next)];
}

/** What the quote leaves out of its sentence, and the statement too: who says so, or on which condition. */
export function cutOffProblems(statement: PreparedText, cuts: readonly string[]): Problem[] {
  const { language } = statement.lexicon;
  const lost = cuts.find((cut) => {
    const words = [...contentWords(prepareText(cut, { language }))];
    const said = contentWords(statement);
    return words.length > 0 && !words.some((word) => said.has(word));
  });
  return lost === undefined
    ? []
    : [
        warning(
          "QUOTE_CUT",
          `The sentence also says "${lost.slice(0, 120)}", the statement does not.`,
          "say so in the statement too",
        ),
      ];
}
