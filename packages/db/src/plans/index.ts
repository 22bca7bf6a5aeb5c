export * from "./list-active-plans.ts";
export type { LoadedPlan } from "./plan-rows.ts";
export * from "./plan-texts.ts";
export {
  loadPlanForShare,
  loadPlanForUpdate,
  readPlan,
  readPlanConsistently,
  saveLeaseRenewal,
  savePlan,
} from "./plans.ts";
