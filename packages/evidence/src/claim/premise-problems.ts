import { detectLanguage } from "../lexicon/detect-language.ts";
import { type PreparedText, prepareText } from "../prepare-text.ts";
import type { Claim, EvidencePolicy, Problem } from "./claim.ts";
import { coverageOf } from "./coverage.ts";
import { type Figure, figuresOf, isSameFigure } from "./figures.ts";
import { meaningProblems } from "./meaning-problems.ts";
import { hasWholeName, namesOf } from "./names.ts";
import { weakening } from "./quote-problem.ts";

const MIN_COVERAGE = 0.3;
/** A premise that an inference repeats rather than builds on. */
const SAME_COVERAGE = 0.6;
const MAX_FIGURES = 40;

/**
 * What an inference has that the claims it rests on do not have, under the strict policy. Whether it follows from them
 * is for a person to judge.
 */
export function premiseProblems({
  claim,
  premises = [],
  policy,
}: {
  readonly claim: Claim;
  readonly premises?: readonly string[];
  readonly policy: EvidencePolicy;
}): Problem[] {
  if (!policy.isStrict || claim.kind !== "inference" || premises.length === 0) return [];
  // One statement is often too short to tell its language.
  const language = detectLanguage([claim.statement, ...premises].join("\n"));
  const grounds = premises.map((premise) => prepareText(premise, { language }));
  const statement = prepareText(claim.statement, { language });
  const missing = figuresOf(statement).filter((figure) => !follows(figure, grounds));
  const stranger = namesOf(statement).find((name) => !hasWholeName(grounds, name));
  const repeated = grounds.filter((ground) => coverageOf(ground, [statement]) >= SAME_COVERAGE);
  return [
    ...(missing.length > 0
      ? [
          weakening(
            "NUMBER_MISSING",
            `The claims it rests on do not give the figure ${missing.map(({ text }) => text).join(", ")}.`,
            "name the claims that have it in restsOn, or correct the figure",
          ),
        ]
      : []),
    ...(stranger
      ? [
          weakening(
            "NAME_DIFFERS",
            `The claims it rests on do not name ${stranger.text}.`,
            "name the claims that do in restsOn",
          ),
        ]
      : []),
    ...(coverageOf(statement, grounds) < MIN_COVERAGE
      ? [
          weakening(
            "COVERAGE_LOW",
            "The claims it rests on share few words with the statement.",
            "name the claims that it follows from in restsOn",
          ),
        ]
      : []),
    ...meaningProblems(statement, repeated).map((problem) => ({ ...problem, isWeakening: true })),
  ];
}

/** Whether the claims have the figure, or it is the sum, difference or ratio of two of theirs. */
function follows(figure: Figure, grounds: readonly PreparedText[]): boolean {
  const given = grounds.flatMap(figuresOf).slice(0, MAX_FIGURES);
  if (given.some((found) => isSameFigure(figure, found))) return true;
  return given.some((one) => given.some((two) => isComputed(figure, one.value, two.value)));
}

function isComputed({ value, key }: Figure, one: number, two: number): boolean {
  const decimals = key.split(".")[1]?.length ?? 0;
  const results = [
    one + two,
    one - two,
    (one + two) / 2,
    one / two,
    (100 * one) / two,
    (100 * (one - two)) / two,
  ];
  return results.some(
    (result) =>
      Math.abs(result) === Math.abs(value) || result.toFixed(decimals) === value.toFixed(decimals),
  );
}
