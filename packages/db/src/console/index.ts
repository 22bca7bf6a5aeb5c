export * from "./artifacts.ts";
export * from "./chunk-titles.ts";
export * from "./claim-audits.ts";
export * from "./claim-detail.ts";
export * from "./claims.ts";
export * from "./database-state.ts";
export * from "./effort.ts";
export * from "./events.ts";
export * from "./feedback.ts";
export * from "./find-by-name.ts";
export * from "./inbox-marks.ts";
export {
  type ClientErrors,
  type DayCount,
  type InsightRows,
  readDayCounts,
  readInsights,
} from "./insights.ts";
export * from "./latest-outputs.ts";
export * from "./outputs.ts";
export * from "./plan-background.ts";
export * from "./plan-evidence.ts";
export * from "./plan-health.ts";
export * from "./plan-result.ts";
export * from "./plans.ts";
export * from "./read-reports-of-hits.ts";
export * from "./review-changes.ts";
export * from "./review-evidence.ts";
export * from "./reviews.ts";
export * from "./runs.ts";
export * from "./sample-plans.ts";
export * from "./step-detail.ts";
export * from "./step-moments.ts";
export * from "./tool-calls.ts";
