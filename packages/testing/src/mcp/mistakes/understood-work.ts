import { REPORT } from "../test-server.ts";
import { place, type Situation, submission, type Understood } from "./situation.ts";

const { webSearches, webFetches, otherToolCalls, subagents, ...THINKING } = REPORT;
const LISTS = /^Missing and taken as empty: .*webFetches/;

const submit = (what: string, change: object, warns?: RegExp): Understood => ({
  what,
  tool: "submit_step_result",
  input: (step) => ({ ...submission(step), ...change }),
  ...(warns ? { warns } : {}),
});

const report = (what: string, change: object, warns?: RegExp) =>
  submit(what, { stepExecutionReport: { ...REPORT, ...change } }, warns);

const call = (tool: string, what: string, input: (step: Situation) => object): Understood => ({
  what,
  tool,
  input,
});

/** Mistakes in working on steps that are understood. */
export const UNDERSTOOD_WORK: readonly Understood[] = [
  submit("null for the token", { leaseToken: null }),
  submit("an empty summary", { resultSummary: "" }),
  submit("confidence as text", { confidence: "0.8" }),
  submit("null for confidence", { confidence: null }),
  submit("null for notes", { outputFormattingNotes: null }),
  submit("the result as JSON text", { result: '{"found":3}' }),
  { ...submit("a gate's field in JSON text", { result: '{"gaps":1}' }), on: "gated" },
  submit("the report as JSON text", { stepExecutionReport: JSON.stringify(REPORT) }),
  submit("no list in the report", { stepExecutionReport: THINKING }, LISTS),
  report("a list of the report missing", { webFetches: undefined }, LISTS),
  report("null for a list of the report", { webFetches: null }, LISTS),
  report("one search for a list", { webSearches: { query: "x" } }),
  report("one text for a list", { webSearches: "x" }),
  report("a list as JSON text", { webSearches: '[{"query":"x"}]' }),
  report("an unknown key in the report", { notes: "x" }, /Ignored.*stepExecutionReport\.notes/),
  submit("an unknown key", { colour: "blue" }, /Ignored, not known here: colour\./),
  submit("a typing error in an optional key", { confidense: 1 }, /did you mean confidence\?/),
  submit("a key of the client", { wait_for_previous: true }),
  call("submit_step_result", "keys in snake_case", (step) => {
    const { planId, stepId, leaseToken, result, stepExecutionReport } = submission(step);
    const keys = { plan_id: planId, step_id: stepId, lease_token: leaseToken, result };
    return { ...keys, step_execution_report: stepExecutionReport };
  }),
  call("submit_step_result", "keys in lower case", (step) => {
    const { leaseToken, ...rest } = submission(step);
    return { ...rest, leasetoken: leaseToken };
  }),
  call("get_next_step", "an empty agent", ({ planId }) => ({ planId, agent: "" })),
  call("get_next_step", "a number as agent", ({ planId }) => ({ planId, agent: 7 })),
  call("get_next_step", "a boolean as text", ({ planId }) => ({ planId, reclaim: "true" })),
  call("get_next_step", "null for a step", ({ planId }) => ({ planId, takeOverStepId: null })),
  call("get_step_context", "a size as text", (step) => ({ ...place(step), maxChars: "20000" })),
  call("get_step_context", "an empty cursor", (step) => ({ ...place(step), cursor: "" })),
  call("get_plan_status", "another spelling of planId", ({ planId }) => ({ plan_id: planId })),
  call("get_plan_status", "minutes as text", ({ planId }) => ({
    planId,
    stallThresholdMinutes: "5",
  })),
  call("get_research_context", "null for the size", ({ planId }) => ({ planId, maxChars: null })),
  call("get_research_context", "PlanID", ({ planId }) => ({ PlanID: planId })),
  call("list_active_plans", "a limit as text", () => ({ limit: "5" })),
  call("list_active_plans", "null for the cursor", () => ({ cursor: null })),
  {
    ...call("list_active_plans", "a filter that does not exist", () => ({ status: "executing" })),
    warns: /Ignored, not known here: status/,
  },
  call("modify_plan", "null for fields of other actions", ({ planId, stepIds }) => ({
    ...{ planId, action: "remove_step", stepId: stepIds[2], modificationRationale: "Not needed." },
    ...{ steps: null, stepIds: null, instructions: "", reason: "", insertAfterOrder: null },
  })),
  call("modify_plan", "an action in other letters", ({ planId }) => ({
    ...{ planId, action: "Add-Steps", modificationRationale: "A gap." },
    ...{ steps: { stepType: "Search", instructions: "Look." }, insertAfterOrder: "1" },
  })),
  call("modify_plan", "a list of ids as JSON text", ({ planId, stepIds: [one, two, three] }) => ({
    ...{ planId, action: "reorder_steps", modificationRationale: "Better." },
    stepIds: JSON.stringify([one, three, two]),
  })),
  call("request_user_review", "one question", (step) => ({
    ...place(step),
    summary: "Look.",
    questions: "Good?",
  })),
  call("request_user_review", "a result as JSON text", (step) => ({
    ...place(step),
    summary: "Look.",
    result: '{"found":3}',
    questions: null,
  })),
  {
    ...call("submit_user_decision", "a decision in other letters", ({ planId }) => ({
      planId,
      stepId: "",
      decision: " Approve",
      feedback: null,
    })),
    on: "waiting",
  },
];
