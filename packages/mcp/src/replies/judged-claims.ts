import type { ClaimJudgement } from "@trovella/db/evidence";
import { GROUNDED, type Problem } from "@trovella/evidence/claim";

interface StoredClaim {
  readonly claimId: string;
  readonly judgement: ClaimJudgement | null;
}

/** What a reply has room for beside other things. */
const MAX_CHARACTERS = 5_500;

interface Detail {
  readonly problems: number;
  readonly closest: number;
  readonly hasMessage: boolean;
}

/** From all that helps to repair claims in one go down to what is wrong with each. */
const DETAILS: readonly Detail[] = [
  { problems: 8, closest: 300, hasMessage: true },
  { problems: 2, closest: 200, hasMessage: true },
  { problems: 1, closest: 120, hasMessage: true },
  { problems: 1, closest: 60, hasMessage: false },
  { problems: 1, closest: 0, hasMessage: false },
];

/** Claims as a reply shows them: problems only where there are any, with as much detail as there is room for. */
export function judgedClaims(claims: readonly StoredClaim[]) {
  const shown = DETAILS.map((detail) => claims.map((claim) => judgedClaim(claim, detail)));
  return shown.find((one) => JSON.stringify(one).length <= MAX_CHARACTERS) ?? shown.at(-1) ?? [];
}

function judgedClaim({ claimId, judgement }: StoredClaim, detail: Detail) {
  if (!judgement) return { claimId, status: "withdrawn", level: 0 };
  const { status, level } = judgement;
  // Texts that are on their way are said once, by what to do next.
  const problems = judgement.problems.filter(
    ({ code, message }) => code !== "SOURCE_UNREAD" || message.includes("could not be read"),
  );
  if (problems.length === 0) return { claimId, status, level };
  const shown = problems.slice(0, detail.problems).map((problem) => shownProblem(problem, detail));
  return { claimId, status, level, problems: shown };
}

function shownProblem(problem: Problem, { closest, hasMessage }: Detail) {
  const { code, message, sourceId, differs } = problem;
  const words = problem.closest?.slice(0, closest).toWellFormed();
  return {
    code,
    ...(hasMessage ? { message } : {}),
    ...(sourceId === undefined ? {} : { sourceId }),
    ...(words ? { closest: words } : {}),
    ...(hasMessage && differs ? { differs: differs.slice(0, 3) } : {}),
  };
}

/** What to do about claims that do not stand. */
export function nextForClaims(claims: readonly { readonly status: string }[]): string | null {
  const failing = claims.filter(({ status }) => !STANDING.includes(status));
  if (failing.length === 0) return null;
  const waiting = failing.every(({ status }) => status === "unchecked");
  return waiting
    ? "Texts of sources are still missing: pass what you read as sources[].text, or go on; the claims are judged again when pages are read."
    : "Amend the claims with problems in one call of record_claims, by claimId.";
}

const STANDING: readonly string[] = [...GROUNDED, "withdrawn"];
