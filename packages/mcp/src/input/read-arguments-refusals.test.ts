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

describe("what is refused", () => {
  it("names every problem at once, with what was expected and what was given", () => {
    const error = refusal("create_research_plan", {
      name: {},
      steps: [{ stepType: "dance", instructions: null }, "Search."],
      reviewPolicy: "nobody",
      stallThresholdMinutes: "soon",
      plann: 1,
    });
    expect(error).toBe(
      [
        "name: must be a text, not an object",
        "researchQuestion: is missing; must be a text",
        'reviewPolicy: must be one of relayed_allowed, client_attested, human_only, not "nobody"',
        'steps[0].stepType: must be one of search, extract, analyze, critique, synthesize, checkpoint, custom, not "dance"',
        "steps[0].instructions: must be a text, not null",
        'steps[1]: must be an object, not "Search."',
        'stallThresholdMinutes: must be a number, not "soon". Ignored, not known here: plann. Next: correct this and call create_research_plan again.',
      ].join("; "),
    );
  });

  it.each<[string, object, RegExp]>([
    [
      "store_research",
      { ...NOTE, confidence: 80 },
      /^confidence: must be at most 1, not 80\. Next/,
    ],
    ["store_research", { ...NOTE, confidence: "80%" }, /must be a number, not "80%"/],
    ["store_research", { ...NOTE, sources: ["7"] }, /sources\[0\]: must be an object, not "7"/],
    [
      "store_research",
      { ...NOTE, sources: [{ url: "example.org" }] },
      /http or https URL, not "example\.org"/,
    ],
    [
      "store_research_output",
      { ...OUTPUT, mediaType: "odt" },
      /mediaType: must be one of .*markdown/,
    ],
    [
      "submit_step_result",
      { ...RESULT, stepExecutionReport: undefined },
      /stepExecutionReport: is missing/,
    ],
    ["submit_step_result", { ...RESULT, stepExecutionReport: {} }, /\.thinking: is missing/],
    [
      "submit_step_result",
      { ...RESULT, result: undefined },
      /^result: is missing; must be a value/,
    ],
    ["list_active_plans", { limit: 1.5 }, /limit: must be a whole number, not 1\.5/],
    ["list_active_plans", { limit: "7 or so" }, /limit: must be a number, not "7 or so"/],
    [
      "submit_user_decision",
      { planId: "p", decision: "approved" },
      /must be one of approve, reject/,
    ],
    [
      "submit_step_result",
      { ...RESULT, result: `{"a":${"[".repeat(99)}${"]".repeat(99)}}` },
      /64 levels/,
    ],
    ["submit_step_result", { ...RESULT, result: '{"a":"\\u0000"}' }, /result\.a contains the NUL/],
  ])("is no guess: %s %j", (tool, given, message) => {
    expect(refusal(tool, given)).toMatch(message);
  });

  it("stays short: thirty problems, then their number", () => {
    const steps = Array.from({ length: 50 }, () => ({ stepType: "search" }));
    const message = refusal("create_research_plan", { ...PLAN, steps });
    expect(message.split("; steps[")).toHaveLength(30);
    expect(message).toMatch(/ \(and 20 more\)\. Next: /);
    expect(message.length).toBeLessThan(3_000);
  });
});

function read(name: string, given: unknown) {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return readArguments(tool, given);
}

function refusal(name: string, given: unknown): string {
  try {
    read(name, given);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The arguments were accepted.");
}
