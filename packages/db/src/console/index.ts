export * from "./artifacts.ts";
export * from "./events.ts";
export * from "./insights.ts";
export * from "./outputs.ts";
export * from "./plan-detail.ts";
export {
  type ConsolePlan,
  type ConsolePlanFilter,
  listConsolePlans,
  PLAN_SORTS,
  type PlanHealth,
  readPlanHealth,
} from "./plans.ts";
export * from "./reviews.ts";
export * from "./runs.ts";
export * from "./server.ts";
export * from "./tool-calls.ts";
export * from "./type-ahead.ts";
