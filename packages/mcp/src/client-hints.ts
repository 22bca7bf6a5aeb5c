import { MAX_PAGE_BYTES } from "./fields.ts";

/** Of a whole reply, which has a few words beside its page. */
const MAX_REPLY_CHARACTERS = MAX_PAGE_BYTES + 10_000;

const LOOP: readonly string[] = [
  "create_research_plan",
  "get_next_step",
  "submit_step_result",
  "search_sources",
];
const PAGED: readonly string[] = ["get_step_context", "get_research_context"];

/** Words by which Claude Code finds a tool that it does not load at once. */
const SEARCH_HINTS: Readonly<Record<string, string>> = {
  get_step_context: "results of earlier research steps, to build on",
  get_plan_status: "progress of a research plan, stalled steps",
  list_active_plans: "unfinished research, open plans",
  get_research_context: "resume or read research, results, reports in full",
  modify_plan: "add, remove, reorder, retry steps of a research plan, budget",
  request_user_review: "checkpoint, approval by the person",
  submit_user_decision: "relay approve, modify, skip, reject of a review",
  store_research: "save a finding with its sources",
  record_claims: "claims with quotes, evidence, fact check",
  extract_data: "structured data from a text by JSON Schema",
  store_subagent_report: "report of a subagent",
  store_research_output: "save the final report, document, citations, download",
  submit_research_feedback: "satisfaction of the person with the research",
  log_skill_execution: "record the run of a research skill",
  get_skill: "how to do research with Trovella, method, instructions",
  ping: "check the connection to Trovella",
};

/**
 * What Claude Code reads in `_meta` of a tool: it shows others only by name until they are searched for, which costs a
 * turn, and keeps long replies from the model unless told how long they are. Other clients ignore it.
 */
export function clientHints(name: string): Record<string, unknown> {
  const searchHint = SEARCH_HINTS[name];
  return {
    ...(LOOP.includes(name) ? { "anthropic/alwaysLoad": true } : {}),
    ...(searchHint ? { "anthropic/searchHint": searchHint } : {}),
    ...(PAGED.includes(name) ? { "anthropic/maxResultSizeChars": MAX_REPLY_CHARACTERS } : {}),
  };
}
