import { REPORT } from "../test-server.ts";
import { place, type Refused, type Situation, submission } from "./situation.ts";

const STEP = { stepType: "search", instructions: "Find it." };
const PLAN = { name: "Plan", researchQuestion: "Why?", steps: [STEP, STEP] };
const CONDITION = {
  afterStepOrder: 1,
  conditionExpression: "confidence < 0.5",
  ifTrueAction: "skip_to",
  actionParams: { targetStepOrder: 2 },
};

type Make = (step: Situation) => object;

/** Correct arguments of a tool, wrong in one place, and then in none. */
function wrong(tool: string, correct: Make) {
  return (what: string, change: object, says: RegExp, repair: object = {}): Refused => ({
    ...{ what, tool, says, code: "INVALID_INPUT" },
    input: (step) => ({ ...correct(step), ...change }),
    next: (step) => ({ ...correct(step), ...repair }),
  });
}

const plan = wrong("create_research_plan", () => PLAN);
const submit = wrong("submit_step_result", submission);
const finding = wrong("store_research", ({ planId }) => ({
  ...{ planId, artifactType: "finding", title: "It", content: "Is." },
}));
const output = wrong("store_research_output", ({ planId }) => ({
  ...{ planId, title: "Output", mediaType: "word", content: "It is so." },
}));
const feedback = wrong("submit_research_feedback", ({ planId }) => ({
  ...{ planId, feedbackType: "initial", satisfaction: "satisfied", feedbackSummary: "Good." },
}));
const change = wrong("modify_plan", ({ planId, stepIds }) => ({
  ...{ planId, action: "remove_step", stepId: stepIds[2], modificationRationale: "Not needed." },
}));
const search = wrong("search_sources", () => ({ query: "glaciers" }));
const list = wrong("list_active_plans", () => ({}));
const context = wrong("get_research_context", ({ planId }) => ({ planId }));
const run = wrong("log_skill_execution", () => ({ skillName: "research", status: "started" }));
const review = wrong("request_user_review", (step) => ({ ...place(step), summary: "Go on?" }));
const extraction = wrong("extract_data", () => ({ schema: { type: "object" }, data: { a: 1 } }));

const condition = (one: object) => ({ branchingConditions: [{ ...CONDITION, ...one }] });
const source = (one: unknown) => ({ sources: [one] });

/** Mistakes in fields that are refused, since any reading of them would be a guess. */
export const REFUSED_FIELDS: readonly Refused[] = [
  plan(
    "four wrong fields",
    { name: true, researchQuestion: null, steps: 7, reviewPolicy: 0 },
    /name: .*researchQuestion: .*reviewPolicy: .*steps\[0\]: /s,
  ),
  plan(
    "a key that is nearly right",
    { researchQuestion: undefined, researchQuestio: "Why?" },
    /researchQuestion: is missing.*researchQuestio \(did you mean researchQuestion\?\)/,
  ),
  plan("no steps", { steps: [] }, /steps: must be a list of at least 1 entry/),
  plan(
    "steps as sentences",
    { steps: ["Search.", "Write."] },
    /steps\[0\]: must be an object.*steps\[1\]/,
  ),
  plan(
    "an unknown step type",
    { steps: [{ ...STEP, stepType: "dance" }] },
    /one of search, extract/,
  ),
  plan(
    "a step without instructions",
    { steps: [{ stepType: "search" }] },
    /instructions: is missing/,
  ),
  plan(
    "a name of 600 characters",
    { name: "x".repeat(600) },
    /name: must be a text of at most \d+ characters/,
  ),
  plan("a policy that does not exist", { reviewPolicy: "nobody" }, /one of relayed_allowed, /),
  plan(
    "a threshold in words",
    { stallThresholdMinutes: "an hour" },
    /stallThresholdMinutes: must be a number/,
  ),
  plan(
    "an action that does not exist",
    condition({ ifTrueAction: "stop" }),
    /one of skip_to, add_steps/,
  ),
  {
    ...plan(
      "a dependency on a later step",
      { steps: [{ ...STEP, dependsOn: [2] }, STEP] },
      /dependsOn/,
    ),
    code: "INVALID_STEP_REFERENCE",
  },
  {
    ...plan("a condition after no step", condition({ afterStepOrder: 9 }), /afterStepOrder/),
    code: "INVALID_STEP_REFERENCE",
  },
  {
    ...plan(
      "a condition that is no expression",
      condition({ conditionExpression: "if bad" }),
      /conditionExpression/,
    ),
    code: "INVALID_EXPRESSION",
  },
  plan("a jump without its target", condition({ actionParams: {} }), /targetStepOrder/),
  submit("no result", { result: undefined }, /result: is missing/),
  submit(
    "no report",
    { stepExecutionReport: null },
    /stepExecutionReport: must be an object, not null/,
  ),
  submit(
    "a report in words",
    { stepExecutionReport: "I searched." },
    /stepExecutionReport: must be an object/,
  ),
  submit(
    "a report without thinking",
    { stepExecutionReport: { ...REPORT, thinking: undefined } },
    /stepExecutionReport\.thinking: is missing/,
  ),
  submit("confidence in percent", { confidence: 80 }, /confidence: must be at most 1, not 80/, {
    confidence: 0.8,
  }),
  submit("confidence in words", { confidence: "high" }, /confidence: must be a number, not "high"/),
  submit(
    "a boolean as summary",
    { resultSummary: true },
    /resultSummary: must be a text, not true/,
  ),
  finding("a type that does not exist", { artifactType: "song" }, /one of finding, source/),
  finding("no content", { content: undefined }, /content: is missing/),
  finding(
    "a URL without a scheme",
    source({ url: "example.org", title: "x" }),
    /http or https URL, not "example\.org"/,
    source({ url: "https://example.org", title: "x" }),
  ),
  finding("a number as a source", source(7), /sources\[0\]: must be an object, not 7/),
  finding(
    "words as a source",
    source("Smith 2020"),
    /sources\[0\]: must be an object/,
    source({ title: "Smith 2020" }),
  ),
  finding(
    "a source without anything",
    source({ author: "Ada" }),
    /sources\[0\]\.title: is missing/,
  ),
  finding(
    "a day in words",
    source({ title: "x", retrievedAt: "yesterday" }),
    /retrievedAt: must be an ISO date/,
    source({ title: "x", retrievedAt: "2026-11-16" }),
  ),
  finding("a DOI that is none", source({ title: "x", doi: "eleven" }), /doi: must be a DOI/),
  output("a form that does not exist", { mediaType: "odt" }, /one of conversation, markdown/),
  output(
    "no title and no content",
    { title: "", content: null },
    /title: is missing.*planId, title, mediaType and content/,
  ),
  feedback("another word for satisfied", { satisfaction: "happy" }, /one of very_satisfied/),
  feedback(
    "no type and no summary",
    { feedbackType: undefined, feedbackSummary: "" },
    /feedbackType: is missing.*feedbackSummary/,
  ),
  change("no rationale", { modificationRationale: "" }, /modificationRationale/),
  change(
    "fields of another action",
    { reason: "x", instructions: "y" },
    /reason: does not belong.*|instructions: does not/,
  ),
  change(
    "an action that does not exist",
    { action: "delete_step" },
    /one of add_steps, remove_step/,
  ),
  change("no step", { stepId: null }, /stepId: is needed for remove_step/),
  search("an empty query", { query: "" }, /query: must be a text of at least 1 character/),
  search("a limit of 500", { limit: 500 }, /limit: must be at most 100, not 500/, { limit: 100 }),
  search("a time in words", { createdAfter: "last week" }, /createdAfter: must be an ISO date/),
  list("a limit of 0", { limit: 0 }, /limit: must be at least 1, not 0/, { limit: 1 }),
  list("a cursor of its own making", { cursor: "page2" }, /cursor/),
  context("a reply of 100 characters", { maxChars: 100 }, /maxChars: must be at least \d+/, {
    maxChars: 3_000,
  }),
  run("no name of the skill", { skillName: "" }, /skillName: is missing/),
  review("no summary", { summary: null }, /summary: must be a text, not null/),
  extraction("no schema", { schema: undefined }, /schema: is missing/),
  extraction("a schema that is none", { schema: { type: "thing" } }, /schema/),
  {
    what: "a text where no model is configured",
    tool: "extract_data",
    input: () => ({ schema: { type: "object" }, sourceText: "It is so." }),
    ...{ code: "EXTRACTION_NOT_CONFIGURED", says: /data/ },
    next: () => ({ schema: { type: "object" }, data: { so: true } }),
  },
  {
    what: "an unknown execution",
    tool: "log_skill_execution",
    input: () => ({ executionId: "skill_unknown", status: "completed" }),
    ...{ code: "NOT_FOUND", says: /without one/ },
    next: () => ({ skillName: "research", status: "completed" }),
  },
];
