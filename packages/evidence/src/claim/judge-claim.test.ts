import { describe, expect, it } from "vitest";
import type { Claim, Evidence, EvidencePolicy } from "./claim.ts";
import { judgeClaim } from "./judge-claim.ts";

const FILLER = "Many people travelled along the river during that long and quiet summer. ".repeat(
  20,
);
const PAGE = `The bridge carries 40,000 cars a day, an increase of 12 % since 2019. It was not closed in winter. ${FILLER}`;
const POLICY: EvidencePolicy = { minLevel: 1, minSources: 1, since: null };

describe("judgeClaim", () => {
  it("supports a claim whose quote stands", () => {
    const judgement = judge({});
    expect(judgement).toMatchObject({ status: "supported", level: 3, problems: [] });
    expect(judgement.quotes[0]?.verdict).toBe("exact");
  });

  it("does not count an altered quote, names the difference and says what to do", () => {
    const judgement = judge({}, [evidence({ quote: "The bridge carries 90,000 cars a day" })]);
    expect(judgement.status).toBe("unsupported");
    const [problem] = judgement.problems;
    expect(problem?.code).toBe("QUOTE_ALTERED");
    expect(problem?.message).toMatch(/source says "40,000", the quote "90,000"\. Next: /);
    expect(problem?.closest).toBe("The bridge carries 40,000 cars a day");
  });

  it("weakens a claim with a figure that no quote has", () => {
    const judgement = judge({ statement: "The bridge carries 55,000 cars a day." });
    expect(judgement.status).toBe("weak");
    expect(codes(judgement)).toEqual(["NUMBER_MISSING"]);
  });

  it("accepts a figure of the sentence beside the quote, and a rounded one", () => {
    expect(
      judge({ statement: "The bridge carries 12 percent more cars, about 40 thousand a day." })
        .status,
    ).toBe("supported");
  });

  it("weakens a claim that shares few words with its quotes", () => {
    const judgement = judge({ statement: "Parliament postponed reforms concerning agriculture." });
    expect(codes(judgement)).toContain("COVERAGE_LOW");
    expect(judgement.status).toBe("weak");
  });

  it("warns when one side says not", () => {
    const judgement = judge({ statement: "The bridge does not carry 40,000 cars a day." });
    expect(judgement.status).toBe("supported");
    expect(codes(judgement)).toEqual(["NEGATION_DIFFERS"]);
  });

  it("waits for text that is not there, and for more than a thin page", () => {
    expect(judge({}, [evidence({ capture: null })]).status).toBe("unchecked");
    const thin = capture({ text: "Please enable JavaScript.", words: 3 });
    const judgement = judge({}, [evidence({ capture: thin })]);
    expect(judgement.status).toBe("unchecked");
    expect(codes(judgement)).toEqual(["SOURCE_THIN"]);
  });

  it("counts a page that is gone at the assistant's level", () => {
    const judgement = judge({}, [evidence({ capture: capture({ httpStatus: 404 }) })], {
      ...POLICY,
      minLevel: 3,
    });
    expect(judgement).toMatchObject({ status: "weak", level: 1 });
    expect(codes(judgement)).toEqual(["SOURCE_DEAD", "LEVEL_LOW"]);
  });

  it("asks key claims for independent sources", () => {
    const policy = { ...POLICY, minSources: 2 };
    expect(codes(judge({ isKey: true }, [evidence({})], policy))).toEqual(["ONE_SOURCE"]);
    const sameSite = [
      evidence({}),
      evidence({ sourceId: "src_2", url: "https://www.example.org/b" }),
    ];
    expect(codes(judge({ isKey: true }, sameSite, policy))).toEqual(["SAME_ORIGIN"]);
    const other = capture({
      text: `The bridge carries 40,000 cars a day. ${"Engineers measured the concrete every other morning before sunrise. ".repeat(30)}`,
    });
    const independent = [
      evidence({}),
      evidence({ sourceId: "src_2", url: "https://news.example.com/", capture: other }),
    ];
    expect(judge({ isKey: true }, independent, policy).status).toBe("supported");
  });

  it("is contradicted by a standing quote against it, unless it is said to be disputed", () => {
    const against = [
      evidence({}),
      evidence({ stance: "contradicts", quote: "It was not closed in winter" }),
    ];
    expect(judge({}, against).status).toBe("contradicted");
    expect(judge({ isDisputed: true }, against).status).toBe("supported");
  });

  it("is contradicted by a claim with another figure", () => {
    const judgement = judgeClaim({
      claim: claim({}),
      evidence: [evidence({})],
      policy: POLICY,
      contradictedBy: ["clm_2"],
    });
    expect(judgement.status).toBe("contradicted");
  });

  it("derives an inference from claims that hold", () => {
    const inference = claim({ kind: "inference", restsOn: ["clm_2"] });
    const derive = (status: "supported" | "weak") =>
      judgeClaim({
        claim: inference,
        evidence: [],
        policy: POLICY,
        restsOn: new Map([["clm_2", status]]),
      }).status;
    expect(derive("supported")).toBe("derived");
    expect(derive("weak")).toBe("unsupported");
  });

  it("lets a person's verdict decide", () => {
    const audited = (audit: "agree" | "disagree") =>
      judgeClaim({ claim: claim({}), evidence: [], policy: POLICY, audit }).status;
    expect(audited("agree")).toBe("confirmed");
    expect(audited("disagree")).toBe("disputed");
  });

  it("points out an old source and a cut speaker without weakening the claim", () => {
    const page = capture({ text: `Critics say the bridge carries 40,000 cars a day. ${FILLER}` });
    const old = evidence({
      publishedAt: new Date("2010-01-01"),
      quote: "the bridge carries 40,000 cars a day",
      capture: page,
    });
    const judgement = judge({}, [old], { ...POLICY, since: new Date("2020-01-01") });
    expect(judgement.status).toBe("supported");
    expect(codes(judgement)).toEqual(["QUOTE_CUT", "SOURCE_OLD"]);
  });
});

function judge(
  change: Partial<Claim>,
  list: readonly Evidence[] = [evidence({})],
  policy: EvidencePolicy = POLICY,
) {
  return judgeClaim({ claim: claim(change), evidence: list, policy });
}

function codes({ problems }: { problems: readonly { code: string }[] }): string[] {
  return problems.map(({ code }) => code);
}

function claim(change: Partial<Claim>): Claim {
  return {
    id: "clm_1",
    statement: "The bridge carries 40,000 cars a day.",
    kind: "fact",
    isKey: false,
    isDisputed: false,
    restsOn: [],
    ...change,
  };
}

function capture(
  change: Partial<NonNullable<Evidence["capture"]>>,
): NonNullable<Evidence["capture"]> {
  return { text: PAGE, level: 3, httpStatus: 200, words: 300, ...change };
}

function evidence(change: Partial<Evidence>): Evidence {
  return {
    sourceId: "src_1",
    url: "https://example.org/a",
    doi: null,
    publishedAt: null,
    stance: "supports",
    quote: "The bridge carries 40,000 cars a day",
    capture: capture({}),
    ...change,
  };
}
