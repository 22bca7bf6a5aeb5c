import { type PreparedText, prepareText } from "../prepare-text.ts";
import { checkQuote } from "../quote/check-quote.ts";
import { isStanding, type QuoteCheck } from "../quote/quote-check.ts";
import type { Claim, ClaimStatus, Evidence, EvidencePolicy, Problem } from "./claim.ts";
import { countIndependent } from "./independence.ts";
import { quoteProblem, warning, weakening } from "./problems.ts";
import {
  coverageOf,
  differsInNegation,
  missingFigures,
  passageAround,
} from "./statement-checks.ts";

export interface ClaimToJudge {
  readonly claim: Claim;
  readonly evidence: readonly Evidence[];
  readonly policy: EvidencePolicy;
  /** The newest verdict of a person, if any. */
  readonly audit?: "agree" | "disagree" | null;
  /** Status of the claims that this one rests on. */
  readonly restsOn?: ReadonlyMap<string, ClaimStatus>;
  /** Claims of the plan that give other figures for the same thing. */
  readonly contradictedBy?: readonly string[];
}

export interface Judgement {
  readonly status: ClaimStatus;
  /** The best level at which a quote stands; 0 when none does. */
  readonly level: number;
  readonly problems: readonly Problem[];
  /** One per evidence, in its order; null where there is no text to look in. */
  readonly quotes: readonly (QuoteCheck | null)[];
}

const MIN_WORDS = 150;
const MIN_COVERAGE = 0.3;
const GONE = [404, 410];
const GROUNDED: readonly ClaimStatus[] = ["supported", "derived", "confirmed"];

interface Examined {
  readonly evidence: Evidence;
  readonly source: PreparedText | null;
  readonly check: QuoteCheck | null;
  readonly level: number;
  /** Text that is missing or too thin shows nothing, not even that a quote is absent. */
  readonly isPending: boolean;
}

/** What a claim is worth by its quotes, its figures and its sources. No model decides. */
export function judgeClaim(input: ClaimToJudge): Judgement {
  const examined = input.evidence.map(examine);
  const standing = examined.filter(({ check }) => check !== null && isStanding(check));
  const supporting = standing.filter(({ evidence }) => evidence.stance === "supports");
  const level = Math.max(0, ...supporting.map((entry) => entry.level));
  const problems = [
    ...examined.flatMap((entry) => sourceProblems(entry, input.policy)),
    ...contradictionProblems(input, standing),
    ...(supporting.length > 0 ? statementProblems(input.claim.statement, supporting) : []),
    ...(supporting.length > 0 ? originProblems(input, supporting, level) : []),
  ];
  const status = decideStatus(input, { examined, supporting, problems });
  return { status, level, problems, quotes: examined.map(({ check }) => check) };
}

function examine(evidence: Evidence): Examined {
  const { capture, quote } = evidence;
  if (!capture) return { evidence, source: null, check: null, level: 0, isPending: true };
  const source = capture.prepared ?? prepareText(capture.text);
  const check = checkQuote(source, quote);
  const isPoor = capture.words < MIN_WORDS || GONE.includes(capture.httpStatus ?? 200);
  const isPending = (isPoor && check.verdict === "absent") || check.verdict === "unchecked";
  return {
    evidence,
    source,
    check,
    level: isPoor ? Math.min(1, capture.level) : capture.level,
    isPending,
  };
}

function sourceProblems(
  { evidence, check, isPending }: Examined,
  { since }: EvidencePolicy,
): Problem[] {
  const { capture, sourceId, publishedAt } = evidence;
  const problems: (Problem | null)[] = [];
  if (!capture) {
    problems.push(
      warning(
        "SOURCE_UNREAD",
        "The text of the source is not here yet.",
        "store the text you read with the source",
      ),
    );
  } else if (GONE.includes(capture.httpStatus ?? 200)) {
    problems.push(
      warning(
        "SOURCE_DEAD",
        "The source answers that the page is gone.",
        "look for the page elsewhere",
      ),
    );
  } else if (capture.words < MIN_WORDS) {
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

function contradictionProblems(
  { claim, contradictedBy = [] }: ClaimToJudge,
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
      weakening("CONTRADICTED", `Claim ${id} gives another figure for the same.`, next),
    ),
  ];
}

function statementProblems(text: string, supporting: readonly Examined[]): Problem[] {
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
  if (differsInNegation(statement, quotes)) {
    problems.push(
      warning(
        "NEGATION_DIFFERS",
        "One of statement and quote says not, the other does not.",
        "check that both say the same",
      ),
    );
  }
  return problems;
}

function passageOf(source: PreparedText | null, check: QuoteCheck | null): PreparedText[] {
  if (!source || check?.start === undefined || check.end === undefined) return [];
  return [passageAround(source, { start: check.start, end: check.end })];
}

function originProblems(
  { claim, policy }: ClaimToJudge,
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

function decideStatus(
  { claim, audit, restsOn }: ClaimToJudge,
  {
    examined,
    supporting,
    problems,
  }: {
    examined: readonly Examined[];
    supporting: readonly Examined[];
    problems: readonly Problem[];
  },
): ClaimStatus {
  if (audit === "agree") return "confirmed";
  if (audit === "disagree") return "disputed";
  if (problems.some(({ code }) => code === "CONTRADICTED")) return "contradicted";
  if (supporting.length > 0) {
    const weakenings = problems.filter(
      ({ code, isWeakening }) => isWeakening && !code.startsWith("QUOTE_"),
    );
    return weakenings.length > 0 ? "weak" : "supported";
  }
  const isGrounded = claim.restsOn.every((id) =>
    GROUNDED.includes(restsOn?.get(id) ?? "unchecked"),
  );
  if (claim.kind === "inference" && claim.restsOn.length > 0 && isGrounded) return "derived";
  return examined.some(({ isPending }) => isPending) ? "unchecked" : "unsupported";
}
