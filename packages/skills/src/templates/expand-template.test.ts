import { describe, expect, it } from "vitest";
import { builtInTemplates } from "./built-in-templates.ts";
import { expandTemplate } from "./expand-template.ts";
import { type Template, templateShape } from "./template.ts";

const TEMPLATES = builtInTemplates();

describe("the built-in templates", () => {
  it("are there for both modes and all research types", () => {
    const types = ["competitive_analysis", "decision_support", "general_topic"];
    const names = ["deep", "scan"].flatMap((mode) => types.map((type) => `${mode}/${type}`));
    expect([...TEMPLATES.keys()].sort()).toEqual(names);
  });

  it.each([...TEMPLATES])("leave no place open: %s", (_name, template) => {
    const { steps, branchingConditions } = expandTemplate(template, { fill: {}, steps: [] });
    expect(JSON.stringify([steps, branchingConditions])).not.toMatch(/<[a-z]\w*>/i);
  });
});

describe("a template", () => {
  it("becomes a plan with orders instead of keys", () => {
    const plan = expandTemplate(template(), { fill: { topic: "Tea" }, steps: [] });
    expect(plan).toMatchObject({
      name: "[Deep] Tea",
      steps: [
        { stepType: "search", instructions: "Find Tea for everybody." },
        { stepType: "search", instructions: "Find more." },
        { stepType: "analyze", dependsOn: [1, 2] },
        { stepType: "checkpoint", dependsOn: [3] },
        { stepType: "synthesize", dependsOn: [4] },
      ],
      branchingConditions: [
        {
          afterStepOrder: 3,
          ifTrueAction: "add_steps",
          actionParams: { steps: [{ dependsOn: [3] }, { dependsOn: [4] }] },
        },
        { afterStepOrder: 4, ifTrueAction: "skip_to", actionParams: { targetStepOrder: 5 } },
        { afterStepOrder: 1, ifTrueAction: "fail", actionParams: { reason: "No Tea." } },
      ],
      unusedFill: [],
    });
  });

  it("takes a further search among its searches, and renumbers what follows", () => {
    const costs = { stepType: "search", instructions: "What does <topic> cost?" };
    const { steps, branchingConditions } = expandTemplate(template(), { fill: {}, steps: [costs] });
    expect(steps.map(({ stepType, dependsOn }) => [stepType, dependsOn])).toEqual([
      ["search", undefined],
      ["search", undefined],
      ["search", undefined],
      ["analyze", [1, 2, 3]],
      ["checkpoint", [4]],
      ["synthesize", [5]],
    ]);
    // The caller's own words are not a template.
    expect(steps[2]?.instructions).toBe("What does <topic> cost?");
    expect(branchingConditions.map(({ afterStepOrder }) => afterStepOrder)).toEqual([4, 5, 1]);
  });

  it("takes any other step before its last one", () => {
    const own = { stepType: "extract", instructions: "Make a table." };
    const { steps } = expandTemplate(template(), { fill: {}, steps: [own] });
    expect(steps.slice(-2)).toEqual([
      { stepType: "extract", instructions: "Make a table.", dependsOn: [4] },
      { stepType: "synthesize", instructions: "Answer the question.", dependsOn: [4, 5] },
    ]);
  });

  it("lets the caller replace a step by its key", () => {
    const own = { key: "second", stepType: "search", instructions: "Ask the users." };
    const { steps } = expandTemplate(template(), { fill: {}, steps: [own] });
    expect(steps).toHaveLength(5);
    expect(steps[1]).toEqual({ stepType: "search", instructions: "Ask the users." });
    expect(steps[2]?.dependsOn).toEqual([1, 2]);
  });

  it("names values for which it has no place", () => {
    const { unusedFill } = expandTemplate(template(), { fill: { colour: "red" }, steps: [] });
    expect(unusedFill).toEqual(["colour"]);
  });

  it.each<[string, (one: Template) => object, RegExp]>([
    ["a place that is not listed", (one) => ({ ...one, name: "<other>" }), /<other>/],
    ["a step twice", (one) => ({ ...one, steps: [...one.steps, one.steps[0]] }), /first twice/],
    [
      "a gate after no step",
      (one) => ({ ...one, gates: [{ after: "no", when: "a > 1", fail: "x" }] }),
      /step no/,
    ],
    [
      "a gate without an effect",
      (one) => ({ ...one, gates: [{ after: "first", when: "confidence > 1" }] }),
      /exactly one/,
    ],
    [
      "a way back",
      (one) => ({ ...one, gates: [{ after: "review", when: "confidence > 1", skipTo: "first" }] }),
      /step first/,
    ],
  ])("is refused with %s", (_what, change, message) => {
    expect(templateShape.safeParse(change(template())).error?.message).toMatch(message);
  });
});

function template(): Template {
  return templateShape.parse({
    fill: { audience: "everybody" },
    name: "[Deep] <topic>",
    steps: [
      { key: "first", stepType: "search", instructions: "Find <topic> for <audience>." },
      { key: "second", stepType: "search", instructions: "Find more." },
      {
        key: "analysis",
        stepType: "analyze",
        instructions: "Weigh it.",
        dependsOn: ["first", "second"],
      },
      { key: "review", stepType: "checkpoint", instructions: "Ask.", dependsOn: ["analysis"] },
      {
        key: "synthesis",
        stepType: "synthesize",
        instructions: "Answer <question>.",
        dependsOn: ["review"],
      },
    ],
    gates: [
      {
        after: "analysis",
        when: "confidence < 0.5",
        add: [
          { stepType: "search", instructions: "Search again." },
          { stepType: "analyze", instructions: "Weigh again." },
        ],
      },
      { after: "review", when: "result.feedback === null", skipTo: "synthesis" },
      { after: "first", when: "confidence === 0", fail: "No <topic>." },
    ],
  });
}
