export * from "./list-active-plans.ts";
export type { LoadedPlan } from "./loaded-plan.ts";
export {
  findInstructionAuthors,
  findKeptResult,
  findLeaseStep,
  type InstructionAuthors,
} from "./plan-history.ts";
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
