import { checkpoint, planOf, step } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { DECIDED_VIA, type Plan } from "./plan.ts";
import { REVIEW_POLICIES, type ReviewPolicy } from "./plan-fields.ts";
import { acceptsDecision, decisionRank, howToDecide, isProtected } from "./review-policy.ts";

const ACCEPTED: Readonly<Record<ReviewPolicy, string>> = {
  relayed_allowed: "console app elicitation api relayed",
  client_attested: "console app elicitation",
  human_only: "console",
};

describe("R35 who may decide", () => {
  it.each(REVIEW_POLICIES)("R35 %s takes these channels and no other", (policy) => {
    const accepted = DECIDED_VIA.filter((decidedVia) => acceptsDecision(policy, decidedVia));
    expect(accepted.join(" ")).toBe(ACCEPTED[policy]);
  });

  it("R35 ranks a browser session first and the model's word last", () => {
    expect(DECIDED_VIA.map(decisionRank)).toEqual([1, 2, 3, 4, 5]);
    expect(decisionRank("console")).toBe(1);
    expect(decisionRank("relayed")).toBe(5);
  });

  it("R35 mentions relaying only where it is accepted", () => {
    const named = REVIEW_POLICIES.filter((reviewPolicy) =>
      howToDecide({ reviewPolicy }).includes("submit_user_decision"),
    );
    expect(named).toEqual(["relayed_allowed"]);
  });
});

describe("R31 protected steps", () => {
  const protectedSteps = (plan: Plan) => plan.steps.map((one) => isProtected(plan, one));

  it("R31 are the open ones that require review, under strict policies alone", () => {
    const steps = [step(), checkpoint(), { ...step(), requiresReview: true }];
    const under = (reviewPolicy: ReviewPolicy) => protectedSteps(planOf(steps, { reviewPolicy }));
    expect(under("human_only")).toEqual([false, true, true]);
    expect(under("client_attested")).toEqual([false, true, true]);
    expect(under("relayed_allowed")).toEqual([false, false, false]);
  });

  it("R31 a checkpoint requires review unless the plan says otherwise, and any step may", () => {
    const plan = planOf([
      checkpoint(),
      { ...checkpoint(), requiresReview: false },
      step(),
      { ...step(), requiresReview: true },
    ]);
    expect(plan.steps.map((one) => one.requiresReview)).toEqual([true, false, false, true]);
  });
});
