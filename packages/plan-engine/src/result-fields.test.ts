import {
  checkpoint,
  decision,
  eventTypes,
  NOW,
  next,
  planOf,
  planWithConditions,
  refusal,
  review,
  run,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { BranchingConditionInput } from "./command.ts";
import { decide } from "./decide.ts";
import { missingFields, resultFields } from "./result-fields.ts";

const gate = (
  conditionExpression: string,
  ifTrueAction: BranchingConditionInput["ifTrueAction"] = "continue",
): BranchingConditionInput => ({ afterStepOrder: 1, conditionExpression, ifTrueAction });

describe("R32 the fields that gates read", () => {
  it.each([
    ["score > 3", ["result.score"]],
    ["result.score > 3", ["result.score"]],
    ["confidence >= 0.7", ["confidence"]],
    ["resultSummary !== ''", ["resultSummary"]],
    ["stepType === 'search'", []],
    [
      "!(a.b === 1) && (a.b === 2 || items.0.title !== null)",
      ["result.a.b", "result.items.0.title"],
    ],
  ])("R32 of %s", (expression, fields) => {
    expect(resultFields(planWithConditions(2, gate(expression)), "step-1")).toEqual(fields);
  });

  it("R32 are those of this step's conditions, each once, without conditions that have fired", () => {
    const plan = planWithConditions(2, gate("score > 3"), gate("score <= 3 && confidence > 0"), {
      ...gate("other > 1"),
      afterStepOrder: 2,
    });
    expect(resultFields(plan, "step-1")).toEqual(["result.score", "confidence"]);
    expect(resultFields(plan, "step-2")).toEqual(["result.other"]);
    const fired = run(plan, [submit("step-1", { result: { score: 5 }, confidence: 1 })]);
    expect(resultFields(fired, "step-1")).toEqual(["result.score", "confidence"]);
    expect(fired.conditions[0]?.firedAt).toEqual(NOW);
    const onlyOne = run(planWithConditions(2, gate("score > 3")), [
      submit("step-1", { result: { score: 5 } }),
    ]);
    expect(resultFields(onlyOne, "step-1")).toEqual([]);
  });
});

describe("R32 a result without a field that a gate reads", () => {
  const plan = planWithConditions(2, gate("score < 3", "fail"), gate("confidence < 0.5", "fail"));

  it("R32 is refused, names every missing field with its condition, and stores nothing", () => {
    const error = refusal(() => decide(plan, submit("step-1", { result: { scor: 2 } }), NOW));
    expect(error.code).toBe("INVALID_INPUT");
    expect(error.message).toContain("result.score (for score < 3)");
    expect(error.message).toContain("confidence (for confidence < 0.5)");
    expect(error.message).toMatch(/Next: .*missingFields "accept"/);
    expect(error.details).toEqual({ fields: ["result.score", "confidence"] });
  });

  it.each([
    ["no object", "all fine"],
    ["a list", [{ score: 2 }]],
    ["nothing", null],
    ["an inherited name only", {}],
  ])("R32 is refused when it is %s", (_, result) => {
    const submitted = submit("step-1", { result, confidence: 0.9 });
    expect(refusal(() => decide(plan, submitted, NOW)).details).toEqual({
      fields: ["result.score"],
    });
  });

  it.each([["4"], ["four"], [null], [true], [["a", "b"]]])(
    "R32 is refused when a gate compares by size and finds %j instead of a number",
    (score) => {
      const submitted = submit("step-1", { result: { score }, confidence: 0.9 });
      expect(refusal(() => decide(plan, submitted, NOW)).details).toEqual({
        fields: ["result.score"],
      });
    },
  );

  it("R32 is refused when a gate counts the entries of a list that came as text", () => {
    const counted = planWithConditions(2, gate("result.gaps.length > 2", "fail"));
    const asText = submit("step-1", { result: { gaps: "none, some, many" } });
    expect(refusal(() => decide(counted, asText, NOW)).details).toEqual({
      fields: ["result.gaps.length"],
    });
    const asList = submit("step-1", { result: { gaps: ["a", "b", "c"] } });
    expect(run(counted, [asList]).status).toBe("failed");
  });

  it("R32 is taken once it has them, and the gate then decides", () => {
    const good = submit("step-1", { result: { score: 4 }, confidence: 0.9 });
    expect(run(plan, [good]).status).toBe("executing");
    const bad = submit("step-1", { result: { score: 2 }, confidence: 0.9 });
    expect(run(plan, [bad]).status).toBe("failed");
  });

  it("R32 is taken when the caller accepts that these gates say nothing", () => {
    const accepted = submit("step-1", { result: {}, missingFields: "accept" });
    expect(stepOf(run(plan, [accepted]), "step-1").status).toBe("completed");
    const root = { result: {}, stepType: "search" };
    expect(missingFields(plan, "step-1", root)).toEqual([
      { field: "result.score", expression: "score < 3", conditionId: "condition-1" },
      { field: "confidence", expression: "confidence < 0.5", conditionId: "condition-2" },
    ]);
  });

  it("R32 a field that is null or false is there", () => {
    const nullable = planWithConditions(2, gate("score === null"), gate("done === false"));
    const given = submit("step-1", { result: { score: null, done: false } });
    expect(eventTypes(decide(nullable, given, NOW))).toContain("branch_taken");
  });

  it.each([
    ["name === 5", "five"],
    ["name !== 5", "five"],
    ['name !== "x"', "five"],
    ['name > "x"', "five"],
  ])("R32 %s takes a text, since it compares no sizes of numbers", (expression, name) => {
    const given = submit("step-1", { result: { name } });
    const completed = run(planWithConditions(2, gate(expression)), [given]);
    expect(stepOf(completed, "step-1").status).toBe("completed");
  });

  it("R32 other refusals come first, so that the work is kept", () => {
    const settled = run(plan, [submit("step-1", { result: {}, missingFields: "accept" })]);
    expect(eventTypes(decide(settled, submit("step-1", { result: {} }), NOW))).toEqual([
      "result_refused",
    ]);
  });

  it("R32 shortens long paths, expressions and lists in the refusal", () => {
    const long = Array.from({ length: 30 }, (_, index) => gate(`${"x".repeat(5000)}${index} > 1`));
    const error = refusal(() => decide(planWithConditions(2, ...long), submit("step-1"), NOW));
    expect(error.message.length).toBeLessThan(10_000);
    expect(error.message).toContain("…");
  });

  it("R32 shows paths and expressions of up to 100 characters whole", () => {
    const named = (length: number) => gate(`${"x".repeat(length - " > 1".length)} > 1`);
    const messageFor = (length: number) =>
      refusal(() => decide(planWithConditions(2, named(length)), submit("step-1"), NOW)).message;
    expect(messageFor(100)).toContain(`(for ${"x".repeat(96)} > 1)`);
    expect(messageFor(101)).toContain(`(for ${"x".repeat(97)} > …)`);
  });
});

describe("R32 gates of a reviewed step", () => {
  const plan = run(
    planOf([checkpoint(), checkpoint()], { branchingConditions: [gate("budget > 10", "fail")] }),
    [next()],
  );

  it("R32 are checked when the review is requested, since approval completes the step", () => {
    expect(refusal(() => decide(plan, review("step-1"), NOW)).details).toEqual({
      fields: ["result.budget"],
    });
    const accepted = review("step-1", { missingFields: "accept" });
    expect(run(plan, [accepted, decision("approve")]).status).toBe("executing");
  });

  it("R32 read the result that the review carries", () => {
    const cheap = [review("step-1", { result: { budget: 5 } }), decision("approve")];
    expect(run(plan, cheap).status).toBe("executing");
    const dear = [review("step-1", { result: { budget: 50 } }), decision("approve")];
    expect(run(plan, dear).status).toBe("failed");
  });

  it("R32 may read the decision itself, which is always there", () => {
    const onDecision = planOf([checkpoint(), checkpoint()], {
      branchingConditions: [gate("decision === 'approve' && feedback !== 'x'", "fail")],
    });
    const approved = run(onDecision, [next(), review("step-1"), decision("approve")]);
    expect(approved.status).toBe("failed");
  });
});
