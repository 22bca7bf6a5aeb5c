export * from "./accepts-decision.ts";
export * from "./activity.ts";
export { applyEvent, applyEvents, ENDED_BY_CANCELLING } from "./apply-event.ts";
export * from "./audit-event-type.ts";
export * from "./budget.ts";
export { endedInWords } from "./closed-plan.ts";
export type * from "./command.ts";
export { decide } from "./decide.ts";
export { needsGate } from "./decisions/decide-gate.ts";
export { approvalResult } from "./decisions/decide-review.ts";
export { changedCheckpoint } from "./decisions/modify-plan.ts";
export { removeTexts } from "./decisions/remove-texts.ts";
export { reopenableStep } from "./decisions/reopen-plan.ts";
export { chooseNextStep, type NextStep } from "./decisions/start-next-step.ts";
export { refusalOf } from "./decisions/submit-result.ts";
export * from "./estimate.ts";
export { evaluateExpression } from "./expression/evaluator.ts";
export type { Expression, ExpressionRoot } from "./expression/expression.ts";
export { parseExpression } from "./expression/parser.ts";
export { failureSignature } from "./failure-cause.ts";
export type { FieldDefinition, FieldValue } from "./field.ts";
export { IDEMPOTENCY_KEPT_MS, type KeptReply, repeatedReply } from "./idempotency.ts";
export { isHeldBy, type LeaseRenewal, renewLease } from "./lease.ts";
export * from "./limits.ts";
export * from "./modifications.ts";
export type * from "./new-id.ts";
export * from "./notification.ts";
export { findOrphanedStep } from "./orphaned-step.ts";
export type * from "./person-command.ts";
export * from "./plan.ts";
export * from "./plan-event.ts";
export * from "./plan-fields.ts";
export * from "./plan-name.ts";
export { ENDED_BY_BUDGET } from "./plan-phase.ts";
export { normalizeTag, normalizeTags } from "./plan-tags.ts";
export {
  canTransitionPlan,
  canTransitionStep,
  derivePlanStatus,
  PLAN_TRANSITIONS,
  STEP_TRANSITIONS,
  transitionPlan,
  transitionStep,
} from "./plan-transitions.ts";
export { computeProgress, countOutcome, type Outcome } from "./progress.ts";
export { isReady } from "./readiness.ts";
export { replayPlan } from "./replay-plan.ts";
export { missingFields, resultFields } from "./result-fields.ts";
export * from "./spending.ts";
export { detectStalledSteps, isPlanStalled } from "./stall-detection.ts";
export { supersededSteps } from "./superseded-steps.ts";
export * from "./usage.ts";
export * from "./who-decides.ts";
