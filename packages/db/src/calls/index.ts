export { SKILL_EXECUTION_STATUSES } from "../schema/value-lists.ts";
export * from "./ai-usage.ts";
export type { Actor, CallRecord, FinishedCall, LoggedCall } from "./call-record.ts";
export { endDueRuns } from "./end-due-runs.ts";
export * from "./end-runs.ts";
export * from "./kept-reply.ts";
export {
  completeCallRecordAndCommit,
  saveCallRecordAndCommit,
  saveFinishedCallsAndCommit,
} from "./save-call-record.ts";
export * from "./skill-executions.ts";
export * from "./skill-links.ts";
export * from "./usage-reports.ts";
