export * from "./list-active-plans.ts";
export type { LoadedPlan } from "./plan-rows.ts";
export * from "./plan-texts.ts";
export { holdPlan, loadPlan, lookAtPlan, peekPlan, saveLeaseRenewal, savePlan } from "./plans.ts";
