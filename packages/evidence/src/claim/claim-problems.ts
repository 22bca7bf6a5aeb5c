import { type PreparedText, prepareText } from "../prepare-text.ts";
import type { QuoteCheck } from "../quote/quote-check.ts";
import type { Capture, Claim, Evidence, EvidencePolicy, Problem } from "./claim.ts";
import { coverageOf, missingFigures, passageAround } from "./coverage.ts";
import { countIndependent } from "./independence.ts";
import {
  cutOffProblems,
  meaningProblems,
  nameProblem,
  reservationProblems,
} from "./meaning-problems.ts";
import { quoteProblem, warning, weakening } from "./quote-problem.ts";

/** A page with fewer shows nothing, not even that a quote is absent. */
export const MIN_PAGE_WORDS = 150;
const MIN_COVERAGE = 0.3;
const GONE = [404, 410];

/** Evidence with what looking for its quote found. */
export interface Examined {
  readonly evidence: Evidence;
  readonly source: PreparedText | null;
  readonly check: QuoteCheck | null;
  readonly level: number;
  /** Text that is missing or too thin shows nothing, not even that a quote is absent. */
  readonly isPending: boolean;
}

export function isThin({ words }: Pick<Capture, "words">): boolean {
  return words < MIN_PAGE_WORDS;
}

export function isGone({ httpStatus }: Capture): boolean {
  return httpStatus !== null && GONE.includes(httpStatus);
}

export function sourceProblems(
  { evidence, check, isPending }: Examined,
  { since }: EvidencePolicy,
): Problem[] {
  const { capture, sourceId, publishedAt } = evidence;
  const problems: (Problem | null)[] = [];
  if (!capture) {
    problems.push(
      warning(
        "SOURCE_UNREAD",
        evidence.unreadBecause
          ? `The source could not be read: ${evidence.unreadBecause}.`
          : "The text of the source is not here yet.",
        "store the text you read with the source",
      ),
    );
  } else if (isGone(capture)) {
    problems.push(
      warning(
        "SOURCE_DEAD",
        "The source answers that the page is gone.",
        "look for the page elsewhere",
      ),
    );
  } else if (isThin(capture)) {
    problems.push(
      warning(
        "SOURCE_THIN",
        "The captured page has little text.",
        "store the text you read with the source",
      ),
    );
  }
  if (check && !(isPending && check.verdict === "absent"))
    problems.push(quoteProblem(evidence, check));
  if (since && publishedAt && publishedAt < since) {
    problems.push(
      warning("SOURCE_OLD", "The source is older than the plan asks for.", "look for a newer one"),
    );
  }
  return problems
    .filter((problem) => problem !== null)
    .map((problem) => ({ ...problem, sourceId }));
}

export function contradictionProblems(
  {
    claim,
    contradictedBy = [],
  }: { readonly claim: Claim; readonly contradictedBy?: readonly string[] },
  standing: readonly Examined[],
): Problem[] {
  if (claim.isDisputed) return [];
  const against = standing.filter(({ evidence }) => evidence.stance === "contradicts");
  const next = "correct the statement, or record the claim as disputed and say so";
  return [
    ...against.map(({ evidence }) => ({
      ...weakening("CONTRADICTED", "A source says the contrary.", next),
      sourceId: evidence.sourceId,
    })),
    ...contradictedBy.map((id) =>
      weakening("CONTRADICTED", `The claim "${id}" gives another figure for the same.`, next),
    ),
  ];
}

export function statementProblems(
  text: string,
  supporting: readonly Examined[],
  { isStrict = false }: Pick<EvidencePolicy, "isStrict">,
): Problem[] {
  const language = supporting[0]?.source?.lexicon.language ?? null;
  const statement = prepareText(text, { language });
  const passages = supporting.flatMap(({ source, check }) => passageOf(source, check));
  const quotes = supporting.map(({ evidence }) => prepareText(evidence.quote, { language }));
  const problems: Problem[] = [];
  const missing = missingFigures(statement, passages).map((figure) => figure.text);
  if (missing.length > 0) {
    problems.push(
      weakening(
        "NUMBER_MISSING",
        `No quote has the figure ${missing.join(", ")}.`,
        "quote the sentence that has it, or correct the figure",
      ),
    );
  }
  if (coverageOf(statement, passages) < MIN_COVERAGE) {
    problems.push(
      weakening(
        "COVERAGE_LOW",
        "The quotes share few words with the statement.",
        "quote the sentence that says it",
      ),
    );
  }
  const sources = supporting.flatMap(({ source }) => source ?? []);
  const cuts = supporting.flatMap(({ check }) => check?.cutOff ?? []);
  return [
    ...problems,
    ...[
      ...meaningProblems(statement, quotes),
      ...(isStrict
        ? [
            ...nameProblem(statement, { quotes, sources }),
            ...reservationProblems(statement, quotes),
            ...cutOffProblems(statement, cuts),
          ]
        : []),
    ].map((problem) => ({ ...problem, isWeakening: isStrict })),
  ];
}

function passageOf(source: PreparedText | null, check: QuoteCheck | null): PreparedText[] {
  if (!source || check?.start === undefined || check.end === undefined) return [];
  return [passageAround(source, { start: check.start, end: check.end })];
}

export function originProblems(
  { claim, policy }: { readonly claim: Claim; readonly policy: EvidencePolicy },
  supporting: readonly Examined[],
  level: number,
): Problem[] {
  const problems: Problem[] = [];
  if (level < policy.minLevel) {
    problems.push(
      weakening(
        "LEVEL_LOW",
        "The quote stands only in text that the assistant supplied.",
        "wait for the capture, or cite a source that can be read",
      ),
    );
  }
  if (!claim.isKey) return problems;
  const origins = supporting.map(({ evidence, source }) => ({ ...evidence, text: source }));
  if (countIndependent(origins) >= policy.minSources) return problems;
  const isSingle = new Set(supporting.map(({ evidence }) => evidence.sourceId)).size === 1;
  problems.push(
    isSingle
      ? weakening(
          "ONE_SOURCE",
          "A key claim rests on one source.",
          "add a quote from an independent source",
        )
      : weakening(
          "SAME_ORIGIN",
          "The sources have the same origin.",
          "add a quote from an independent source",
        ),
  );
  return problems;
}
