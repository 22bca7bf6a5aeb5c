import { place, type Situation, type Understood } from "./situation.ts";

const STEP = { stepType: "search", instructions: "Find it." };
const PLAN = { name: "Plan", researchQuestion: "Why?", steps: [STEP] };
const CONDITION = {
  afterStepOrder: 1,
  conditionExpression: "confidence < 0.5",
  ifTrueAction: "add_steps",
  actionParams: { steps: [STEP] },
};
const URL_GIVEN = "https://example.org/a";

const call = (
  tool: string,
  what: string,
  input: (step: Situation) => object,
  warns?: RegExp,
): Understood => ({ what, tool, input, ...(warns ? { warns } : {}) });

const plan = (what: string, change: object, warns?: RegExp) =>
  call("create_research_plan", what, () => ({ ...PLAN, ...change }), warns);

const finding = (what: string, change: object, warns?: RegExp) =>
  call(
    "store_research",
    what,
    ({ planId }) => ({ planId, artifactType: "finding", title: "It", content: "Is.", ...change }),
    warns,
  );

const output = (what: string, change: object) =>
  call("store_research_output", what, ({ planId }) => ({
    ...{ planId, title: "Output", mediaType: "markdown", content: "It is so." },
    ...change,
  }));

const feedback = (what: string, change: object) =>
  call("submit_research_feedback", what, ({ planId }) => ({
    ...{ planId, feedbackType: "initial", satisfaction: "satisfied", feedbackSummary: "Good." },
    ...change,
  }));

const search = (what: string, change: object) =>
  call("search_sources", what, () => ({ query: "glaciers", ...change }));

const run = (what: string, change: object) =>
  call("log_skill_execution", what, () => ({
    ...{ skillName: "research", status: "started" },
    ...change,
  }));

const extraction = (what: string, change: object) =>
  call("extract_data", what, () => ({ schema: { type: "object" }, data: { a: 1 }, ...change }));

/** Mistakes in plans and stored content that are understood. */
export const UNDERSTOOD_CONTENT: readonly Understood[] = [
  plan("steps as JSON text", { steps: JSON.stringify([STEP]) }),
  plan("one step for a list", { steps: STEP }),
  plan("steps that are JSON texts", { steps: [JSON.stringify(STEP)] }),
  plan("a step type in capitals", { steps: [{ ...STEP, stepType: "SEARCH" }] }),
  plan("a step type with blanks", { steps: [{ ...STEP, stepType: " Analyze " }] }),
  plan("keys of a step in snake_case", { steps: [{ step_type: "search", instructions: "Look." }] }),
  plan("one number for dependsOn", { steps: [STEP, { ...STEP, dependsOn: 1 }] }),
  plan("dependsOn as text", { steps: [STEP, { ...STEP, dependsOn: ["1"] }] }),
  plan("null for dependsOn", { steps: [{ ...STEP, dependsOn: null }] }),
  plan("requiresReview as text", { steps: [{ ...STEP, requiresReview: "false" }] }),
  plan("a title for a step", { steps: [{ ...STEP, title: "x" }] }, /Ignored.*steps\[0\]\.title/),
  plan("a policy in other letters", { reviewPolicy: "Human Only" }),
  plan("minutes as text", { stallThresholdMinutes: "30" }),
  plan("null for conditions", { branchingConditions: null }),
  plan("one condition, its order as text", {
    branchingConditions: { ...CONDITION, afterStepOrder: "1" },
  }),
  plan("parameters as JSON text", {
    branchingConditions: [
      {
        ...CONDITION,
        actionParams: JSON.stringify(CONDITION.actionParams),
        ifTrueAction: "ADD_STEPS",
      },
    ],
  }),
  plan("an empty rationale", { planDesignRationale: "" }),
  plan("a number as the name", { name: 2026 }),
  finding("a URL as a source", { sources: [URL_GIVEN] }),
  finding("a URL for the list of sources", { sources: URL_GIVEN }),
  finding("a DOI as a source", { sources: ["10.1000/182"] }),
  finding("one source for a list", { sources: { url: URL_GIVEN, title: "A" } }),
  finding("sources as JSON text", { sources: JSON.stringify([{ url: URL_GIVEN, title: "A" }]) }),
  finding("a source without a title", { sources: [{ url: URL_GIVEN }] }),
  finding("a year as a number", { sources: [{ title: "A", publishedAt: 2026 }] }),
  finding("an empty author", { sources: [{ title: "A", author: "", doi: null }] }),
  finding(
    "an unknown key of a source",
    { sources: [{ title: "A", site: "x" }] },
    /sources\[0\]\.site/,
  ),
  finding("null for sources", { sources: null, confidence: "0.7", stepId: "" }),
  finding("an artifact type in capitals", { artifactType: "Finding" }),
  search("a limit as text", { limit: "5" }),
  search("an empty filter", { artifactType: "", planId: null, createdAfter: "" }),
  search("a file extension as media type", { mediaType: "docx" }),
  extraction("a schema as JSON text", { schema: '{"type":"object"}' }),
  extraction("data as JSON text", { data: '{"a":1}' }),
  extraction("null for ids", { planId: null, stepId: null, sourceArtifactId: null }),
  call("store_subagent_report", "null for the status", (step) => ({
    ...place(step),
    ...{ task: "Look.", report: "Seen.", status: null, agent: "" },
  })),
  output("docx", { mediaType: "docx" }),
  output("xlsx", { mediaType: "xlsx" }),
  output("slides", { mediaType: "slides" }),
  output("application/pdf", { mediaType: "application/pdf" }),
  output("md", { mediaType: ".md" }),
  output("web", { mediaType: "web" }),
  output("Markdown", { mediaType: "Markdown", formattingNotes: "" }),
  feedback("words for a choice", { satisfaction: "Very satisfied" }),
  feedback("a boolean as text", { followUpRequested: "true" }),
  feedback("null for suggestions", { improvementSuggestions: null }),
  run("metadata as JSON text", { metadata: '{"originalQuery":"Why?"}' }),
  run("a status in capitals", { status: "STARTED", executionId: "" }),
];
