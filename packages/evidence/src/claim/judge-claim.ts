import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "../quote/check-quote.ts";
import { isStanding, type QuoteCheck } from "../quote/quote-check.ts";
import {
  type Claim,
  type ClaimStatus,
  type Evidence,
  type EvidencePolicy,
  GROUNDED,
  type Problem,
} from "./claim.ts";
import {
  contradictionProblems,
  type Examined,
  isGone,
  isThin,
  originProblems,
  sourceProblems,
  statementProblems,
} from "./claim-problems.ts";
import { premiseProblems } from "./premise-problems.ts";

export interface ClaimToJudge {
  readonly claim: Claim;
  readonly evidence: readonly Evidence[];
  readonly policy: EvidencePolicy;
  /** The newest verdict of a person, if any. */
  readonly audit?: "agree" | "disagree" | null;
  /** Status of the claims that this one rests on. */
  readonly restsOn?: ReadonlyMap<string, ClaimStatus>;
  /** What these claims say. */
  readonly premises?: readonly string[];
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

/** What a claim is worth by its quotes, its figures and its sources. No model decides. */
export function judgeClaim(input: ClaimToJudge): Judgement {
  const examined = input.evidence.map(examine);
  const standing = examined.filter(({ check }) => check !== null && isStanding(check));
  const supporting = standing.filter(({ evidence }) => evidence.stance === "supports");
  const level = Math.max(0, ...supporting.map((entry) => entry.level));
  const problems = [
    ...examined.flatMap((entry) => sourceProblems(entry, input.policy)),
    ...contradictionProblems(input, standing),
    ...(supporting.length > 0
      ? statementProblems(input.claim.statement, supporting, input.policy)
      : premiseProblems(input)),
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
  const isPoor = isThin(capture) || isGone(capture);
  const isPending = (isPoor && check.verdict === "absent") || check.verdict === "unchecked";
  return {
    evidence,
    source,
    check,
    level: isPoor ? Math.min(1, capture.level) : capture.level,
    isPending,
  };
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
  const isWeakened = problems.some(
    ({ code, isWeakening }) => isWeakening && (code === "QUOTE_CUT" || !code.startsWith("QUOTE_")),
  );
  if (supporting.length > 0) return isWeakened ? "weak" : "supported";
  const isGrounded = claim.restsOn.every((id) =>
    GROUNDED.includes(restsOn?.get(id) ?? "unchecked"),
  );
  if (claim.kind === "inference" && claim.restsOn.length > 0 && isGrounded) {
    return isWeakened ? "weak" : "derived";
  }
  return examined.some(({ isPending }) => isPending) ? "unchecked" : "unsupported";
}
