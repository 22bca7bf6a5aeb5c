export { fillFiguresOf } from "./fill-figures.ts";
export { findKeptResult } from "./find-kept-result.ts";
export { findLeaseStep } from "./find-lease-step.ts";
export { findPlansByWords } from "./find-plans-by-words.ts";
export { findSilentPlans, nextStallAt } from "./find-silent-plans.ts";
export { findInstructionAuthors, type InstructionAuthors } from "./instruction-authors.ts";
export * from "./list-active-plans.ts";
export { listPlanEdits, type PlanEdit } from "./list-plan-edits.ts";
export type { LoadedPlan } from "./loaded-plan.ts";
export { readPlanPeople } from "./plan-people.ts";
export type { StepTexts } from "./plan-statements.ts";
export * from "./plan-templates.ts";
export * from "./plan-texts.ts";
export { writePlanTextsOf } from "./plan-upserts.ts";
export type { PlanReferences } from "./reference-cache.ts";
export { isPlanHandle, readStepHandle, resolvePlanId, resolveStepId } from "./resolve-handles.ts";
export {
  loadPlanForShare,
  loadPlanForUpdate,
  type PlanChange,
  planChange,
  readPlan,
  readPlanConsistently,
  requireLock,
  saveLeaseRenewal,
  savePlan,
} from "./save-plan.ts";
export { readStepCosts } from "./step-costs.ts";
export * from "./step-gaps.ts";
