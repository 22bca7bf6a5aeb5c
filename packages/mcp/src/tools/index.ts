import type { Tool } from "../define-tool.ts";
import { createResearchPlan } from "./create-research-plan.ts";
import { extractData } from "./extract-data.ts";
import { fetch } from "./fetch.ts";
import { getNextStep } from "./get-next-step.ts";
import { getPlanStatus } from "./get-plan-status.ts";
import { getResearchContext } from "./get-research-context.ts";
import { getSkill } from "./get-skill.ts";
import { getStepContext } from "./get-step-context.ts";
import { listActivePlans } from "./list-active-plans.ts";
import { logSkillExecution } from "./log-skill-execution.ts";
import { modifyPlan } from "./modify-plan.ts";
import { ping } from "./ping.ts";
import { recordClaims } from "./record-claims.ts";
import { requestUserReview } from "./request-user-review.ts";
import { search } from "./search.ts";
import { searchSources } from "./search-sources.ts";
import { storeResearch } from "./store-research.ts";
import { storeResearchOutput } from "./store-research-output.ts";
import { storeSubagentReport } from "./store-subagent-report.ts";
import { submitResearchFeedback } from "./submit-research-feedback.ts";
import { submitStepResult } from "./submit-step-result.ts";
import { submitUserDecision } from "./submit-user-decision.ts";

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  createResearchPlan,
  getNextStep,
  submitStepResult,
  getStepContext,
  getPlanStatus,
  listActivePlans,
  getResearchContext,
  modifyPlan,
  requestUserReview,
  submitUserDecision,
  storeResearch,
  recordClaims,
  searchSources,
  extractData,
  storeSubagentReport,
  storeResearchOutput,
  submitResearchFeedback,
  logSkillExecution,
  getSkill,
  ping,
];

/** For clients that know only these two; listed where the operator asks for them. */
export const SEARCH_AND_FETCH: readonly Tool[] = [search, fetch];
