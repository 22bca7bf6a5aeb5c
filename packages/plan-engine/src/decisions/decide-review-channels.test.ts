import {
  after,
  checkpoint,
  decision,
  NOW,
  next,
  planOf,
  refusal,
  review,
  run,
  stepOf,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { DECIDED_VIA, type DecidedVia, REVIEW_DECISIONS } from "../plan.ts";
import { REVIEW_POLICIES, type ReviewPolicy } from "../plan-fields.ts";

const ACCEPTED: Readonly<Record<ReviewPolicy, readonly DecidedVia[]>> = {
  relayed_allowed: ["console", "app", "elicitation", "api", "relayed"],
  client_attested: ["console", "app", "elicitation"],
  human_only: ["console"],
};

const waitingUnder = (reviewPolicy: ReviewPolicy) =>
  run(planOf([checkpoint(), checkpoint()], { reviewPolicy }), [next(), review("step-1")]);

describe.each(REVIEW_POLICIES)("R35 decisions under %s", (reviewPolicy) => {
  const waiting = waitingUnder(reviewPolicy);
  const refused = DECIDED_VIA.filter((via) => !ACCEPTED[reviewPolicy].includes(via));

  it.each(ACCEPTED[reviewPolicy])("R35 are taken from %s, and the channel is recorded", (via) => {
    for (const chosen of REVIEW_DECISIONS) {
      const decided = run(waiting, [decision(chosen, { decidedVia: via, decidedBy: "user-1" })]);
      expect(decided.reviews[0]).toMatchObject({
        decision: chosen,
        decidedVia: via,
        decidedBy: "user-1",
      });
    }
  });

  it("R35 are refused from every other channel, whatever was decided, and nothing changes", () => {
    for (const decidedVia of refused) {
      for (const chosen of REVIEW_DECISIONS) {
        const error = refusal(() => decide(waiting, decision(chosen, { decidedVia }), NOW));
        expect(error.code).toBe("REVIEW_REQUIRES_HUMAN");
        expect(error.message).toMatch(/Next: ask the person to open the reviewUrl/);
        expect(error.details).toEqual({ reviewPolicy, decidedVia });
      }
    }
  });
});

describe("R35 a declined dialog", () => {
  const declined = run(waitingUnder("relayed_allowed"), [
    { type: "decline_review", stepId: "step-1" },
  ]);
  const via = (decidedVia: DecidedVia) => decision("approve", { decidedVia });

  it("R35 is recorded, and the review stays open", () => {
    expect(declined.status).toBe("awaiting_review");
    expect(declined.reviews[0]).toMatchObject({ declinedAt: NOW, decision: null });
    expect(stepOf(declined, "step-1").status).toBe("awaiting_input");
  });

  it("R35 lets the model relay no decision for ten minutes", () => {
    const error = refusal(() => decide(declined, via("relayed"), after(9.99)));
    expect(error.code).toBe("REVIEW_REQUIRES_HUMAN");
    expect(error.message).toContain("declined");
    expect(run(declined, [via("relayed")], after(10)).reviews[0]?.decision).toBe("approve");
  });

  it("R35 leaves the person every other channel", () => {
    for (const decidedVia of ["console", "app", "elicitation", "api"] as const) {
      expect(run(declined, [via(decidedVia)], after(1)).reviews[0]?.decidedVia).toBe(decidedVia);
    }
  });

  it("R35 starts the ten minutes again each time, and counts for its own review alone", () => {
    const again = run(declined, [{ type: "decline_review", stepId: "step-1" }], after(8));
    expect(refusal(() => decide(again, via("relayed"), after(15))).code).toBe(
      "REVIEW_REQUIRES_HUMAN",
    );
    const next1 = run(declined, [via("console"), next(), review("step-2")], after(1));
    expect(run(next1, [via("relayed")], after(2)).status).toBe("completed");
  });

  it("R35 changes nothing where no review is open, or the plan is closed", () => {
    const plan = planOf([checkpoint()]);
    expect(decide(plan, { type: "decline_review", stepId: "step-1" }, NOW)).toEqual([]);
    const closed = { ...declined, status: "failed" } as const;
    expect(decide(closed, { type: "decline_review", stepId: "step-1" }, NOW)).toEqual([]);
    const decided = run(declined, [decision("approve"), next(), review("step-2")]);
    expect(decide(decided, { type: "decline_review", stepId: "step-1" }, NOW)).toEqual([]);
    const unknown = { type: "decline_review", stepId: "step-9" } as const;
    expect(refusal(() => decide(plan, unknown, NOW)).code).toBe("NOT_FOUND");
  });
});
