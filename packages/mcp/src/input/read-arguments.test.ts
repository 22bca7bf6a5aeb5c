import { describe, expect, it } from "vitest";
import { TOOLS } from "../tools/index.ts";
import { readArguments } from "./read-arguments.ts";

const STEP = { stepType: "search", instructions: "Find it." };
const PLAN = { name: "Plan", researchQuestion: "Why?", steps: [STEP] };
const NOTE = { artifactType: "note", title: "Note", content: "Text." };
const OUTPUT = { planId: "p", title: "Out", mediaType: "word", content: "Text." };
const REPORT = {
  thinking: "Thought.",
  webSearches: [],
  webFetches: [],
  otherToolCalls: [],
  subagents: [],
};
const RESULT = { planId: "p", stepId: "s", result: {}, stepExecutionReport: REPORT };

describe("arguments that say what is meant", () => {
  it.each<[string, string, object, object]>([
    ["null for an optional field", "store_research", { ...NOTE, summary: null }, NOTE],
    ["an empty text for an optional field", "store_research", { ...NOTE, planId: " " }, NOTE],
    [
      "null in the objects of a list",
      "create_research_plan",
      { ...PLAN, steps: [{ ...STEP, dependsOn: null, requiresReview: "" }] },
      PLAN,
    ],
    [
      "a number as text",
      "store_research",
      { ...NOTE, confidence: "0.8" },
      { ...NOTE, confidence: 0.8 },
    ],
    [
      "a boolean as text",
      "create_research_plan",
      { ...PLAN, steps: [{ ...STEP, requiresReview: "True" }] },
      { ...PLAN, steps: [{ ...STEP, requiresReview: true }] },
    ],
    [
      "a list as JSON text",
      "create_research_plan",
      { ...PLAN, steps: JSON.stringify([STEP]) },
      PLAN,
    ],
    [
      "an object as JSON text",
      "create_research_plan",
      { ...PLAN, steps: [JSON.stringify(STEP)] },
      PLAN,
    ],
    ["one object for a list", "create_research_plan", { ...PLAN, steps: STEP }, PLAN],
    [
      "one number for a list, as text",
      "create_research_plan",
      { ...PLAN, steps: [STEP, { ...STEP, dependsOn: "1" }] },
      { ...PLAN, steps: [STEP, { ...STEP, dependsOn: [1] }] },
    ],
    [
      "one text for a list",
      "request_user_review",
      { planId: "p", stepId: "s", summary: "Look.", questions: "Good?" },
      { planId: "p", stepId: "s", summary: "Look.", questions: ["Good?"] },
    ],
    [
      "a URL as the only source",
      "store_research",
      { ...NOTE, sources: "https://www.example.org/a/b/?q=1" },
      {
        ...NOTE,
        sources: [{ url: "https://www.example.org/a/b/?q=1", title: "example.org/a/b" }],
      },
    ],
    [
      "a DOI as a source",
      "store_research",
      { ...NOTE, sources: ["doi:10.1000/182"] },
      { ...NOTE, sources: [{ doi: "doi:10.1000/182", title: "doi:10.1000/182" }] },
    ],
    [
      "a source without a title",
      "store_research",
      { ...NOTE, sources: [{ url: "https://example.org", title: "" }] },
      { ...NOTE, sources: [{ url: "https://example.org", title: "example.org" }] },
    ],
    [
      "a year as a number",
      "store_research",
      { ...NOTE, sources: [{ title: "x", publishedAt: 2026 }] },
      { ...NOTE, sources: [{ title: "x", publishedAt: "2026" }] },
    ],
    [
      "any case of a choice",
      "create_research_plan",
      { ...PLAN, steps: [{ ...STEP, stepType: " SEARCH " }], reviewPolicy: "Human-Only" },
      { ...PLAN, reviewPolicy: "human_only" },
    ],
    ["docx", "store_research_output", { ...OUTPUT, mediaType: "docx" }, OUTPUT],
    [
      "application/pdf",
      "store_research_output",
      { ...OUTPUT, mediaType: "application/pdf" },
      { ...OUTPUT, mediaType: "pdf" },
    ],
    [
      "text/markdown",
      "store_research_output",
      { ...OUTPUT, mediaType: "text/markdown" },
      { ...OUTPUT, mediaType: "markdown" },
    ],
    [
      "other spellings of keys",
      "submit_step_result",
      { plan_id: "p", StepID: "s", Result: {}, step_execution_report: REPORT, leasetoken: "t" },
      { ...RESULT, leaseToken: "t" },
    ],
    [
      "arguments that clients add",
      "get_plan_status",
      { planId: "p", wait_for_previous: true, _meta: {} },
      { planId: "p" },
    ],
    [
      "a result as JSON text",
      "submit_step_result",
      { ...RESULT, result: '{"verdict": "clear"}' },
      { ...RESULT, result: { verdict: "clear" } },
    ],
    ["nothing at all", "list_active_plans", undefined as never, {}],
  ])("are understood without a word: %s", (_, tool, given, meant) => {
    expect(read(tool, given)).toEqual({ input: meant, warnings: [] });
  });

  it("leave free JSON alone", () => {
    const free = { a: null, b: "", c: "0.8", plan_id: '{"x":1}' };
    const report = { ...REPORT, webSearches: [free, '{"a":1}', null] };
    const given = { ...RESULT, result: free, stepExecutionReport: report };
    expect(read("submit_step_result", given)).toEqual({ input: given, warnings: [] });
    const run = { skillName: "research", status: "started", metadata: free };
    expect(read("log_skill_execution", run)).toEqual({ input: run, warnings: [] });
  });

  it("keep null where it is a required value of any type", () => {
    expect(read("submit_step_result", { ...RESULT, result: null }).input.result).toBeNull();
  });
});

describe("what is ignored or assumed", () => {
  it("is named, with the key that may have been meant", () => {
    const steps = [{ ...STEP, requiresReveiw: true }];
    expect(read("create_research_plan", { ...PLAN, steps, colour: "blue" }).warnings).toEqual([
      "Ignored, not known here: steps[0].requiresReveiw (did you mean requiresReview?), colour.",
    ]);
  });

  it("is named when one field came in two spellings", () => {
    expect(read("get_plan_status", { plan_id: "x", planId: "p" })).toEqual({
      input: { planId: "p" },
      warnings: ["Ignored, not known here: plan_id (planId counts)."],
    });
  });

  it("is named for lists that the report lacks", () => {
    const stepExecutionReport = {
      thinking: "Thought.",
      subagents: null,
      webFetches: "https://a.b",
    };
    const { input, warnings } = read("submit_step_result", { ...RESULT, stepExecutionReport });
    expect(input.stepExecutionReport).toEqual({ ...REPORT, webFetches: ["https://a.b"] });
    expect(warnings).toEqual([
      "Missing and taken as empty: stepExecutionReport.webSearches, stepExecutionReport.otherToolCalls, stepExecutionReport.subagents.",
    ]);
  });

  it("is named for twenty fields and counted beyond them, without control characters", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x\u0007${i}`, i]));
    const [warning = ""] = read("get_plan_status", { planId: "p", ...many }).warnings;
    expect(warning).toContain("x?0, x?1");
    expect(warning).toMatch(/ and 4980 more\.$/);
    expect(warning.length).toBeLessThan(2_000);
  });
});

function read(name: string, given: unknown) {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return readArguments(tool, given);
}
