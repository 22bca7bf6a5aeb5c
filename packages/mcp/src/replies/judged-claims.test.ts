import { expect, it } from "vitest";
import { judgedClaims } from "./judged-claims.ts";

const PROBLEM = {
  code: "QUOTE_ALTERED" as const,
  isWeakening: true,
  message: `The source says "${"a".repeat(100)}". Next: record the claim again.`,
  sourceId: "7",
  closest: "b".repeat(300),
  differs: [{ source: "c".repeat(100), quote: "d".repeat(100) }],
};

function claims(count: number, problems = 8) {
  return Array.from({ length: count }, (_, index) => ({
    claimId: `c${index + 1}`,
    judgement: {
      claimId: `clm_${index}`,
      digest: "",
      status: "unsupported" as const,
      level: 0,
      problems: Array.from({ length: problems }, () => PROBLEM),
      evidence: [],
    },
  }));
}

it("shows everything of few claims", () => {
  const [shown] = judgedClaims(claims(1, 2));
  const { isWeakening: _, ...problem } = PROBLEM;
  const whole = { claimId: "c1", status: "unsupported", level: 0, problems: [problem, problem] };
  expect(shown).toEqual(whole);
});

it.each([10, 50])("names what is wrong with each of %i claims within its room", (count) => {
  const shown = judgedClaims(claims(count));
  expect(JSON.stringify(shown).length).toBeLessThanOrEqual(5_500);
  expect(shown).toHaveLength(count);
  for (const claim of shown) expect(claim).toMatchObject({ problems: [{ code: PROBLEM.code }] });
});
