export * from "./list-active-plans.ts";
export { type PlanChange, planChange } from "./plan-change.ts";
export type { LoadedPlan } from "./plan-rows.ts";
export * from "./plan-texts.ts";
export type { StepTexts } from "./plan-writes.ts";
export {
  loadPlanForShare,
  loadPlanForUpdate,
  readPlan,
  readPlanConsistently,
  saveLeaseRenewal,
  savePlan,
} from "./plans.ts";
