export { findKeptResult } from "./find-kept-result.ts";
export { findLeaseStep } from "./find-lease-step.ts";
export { findInstructionAuthors, type InstructionAuthors } from "./instruction-authors.ts";
export * from "./list-active-plans.ts";
export type { LoadedPlan } from "./loaded-plan.ts";
export type { StepTexts } from "./plan-statements.ts";
export * from "./plan-texts.ts";
export {
  loadPlanForShare,
  loadPlanForUpdate,
  type PlanChange,
  planChange,
  readPlan,
  readPlanConsistently,
  saveLeaseRenewal,
  savePlan,
} from "./save-plan.ts";
