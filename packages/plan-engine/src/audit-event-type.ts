import type { ReviewDecision } from "./plan.ts";
import type { PlanEvent, StartReason } from "./plan-event.ts";

export const AUDIT_EVENT_TYPES = [
  "step_started",
  "step_completed",
  "step_failed",
  "plan_modified",
  "user_reviewed",
  "session_resumed",
  "skill_started",
  "skill_completed",
] as const;
export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number];

/** Every event with the audit log's general type for it. The row's payload is the event itself. */
const AUDIT_TYPES: Readonly<Record<PlanEvent["type"], AuditEventType>> = {
  plan_created: "plan_modified",
  step_started: "step_started",
  step_completed: "step_completed",
  step_failed: "step_failed",
  step_skipped: "plan_modified",
  step_sent_back: "plan_modified",
  step_retried: "plan_modified",
  steps_added: "plan_modified",
  step_removed: "plan_modified",
  steps_reordered: "plan_modified",
  instructions_updated: "plan_modified",
  step_edited: "plan_modified",
  plan_renamed: "plan_modified",
  tags_set: "plan_modified",
  plan_archived: "plan_modified",
  plan_restored: "plan_modified",
  branch_taken: "plan_modified",
  review_requested: "user_reviewed",
  review_declined: "user_reviewed",
  review_decided: "user_reviewed",
  stall_detected: "plan_modified",
  session_resumed: "session_resumed",
  result_refused: "plan_modified",
  texts_removed: "plan_modified",
  plan_reopened: "plan_modified",
  usage_recorded: "plan_modified",
  budget_changed: "plan_modified",
  budget_phase_changed: "plan_modified",
  closing_accepted: "plan_modified",
  plan_assigned: "plan_modified",
  gate_passed: "plan_modified",
  gate_failed: "plan_modified",
  gate_waived: "plan_modified",
  gate_noted: "plan_modified",
  plan_status_changed: "plan_modified",
};

export const PLAN_EVENT_TYPES = Object.keys(AUDIT_TYPES) as readonly PlanEvent["type"][];

export function auditEventType(event: PlanEvent): AuditEventType {
  return AUDIT_TYPES[event.type];
}

/** Events that the audit log names by something more specific than their type. */
type RenamedEvent = "plan_created" | "plan_status_changed" | "step_started" | "review_decided";
export type AuditAction =
  | Exclude<PlanEvent["type"], RenamedEvent>
  | "created"
  | "plan_failed"
  | "plan_cancelled"
  | "status_changed"
  | StartReason
  | ReviewDecision;

/** The audit log's specific name of an event. */
export function auditAction(event: PlanEvent): AuditAction {
  switch (event.type) {
    case "plan_created":
      return "created";
    case "plan_status_changed":
      if (event.isCancelled) return "plan_cancelled";
      return event.moves.at(-1) === "failed" ? "plan_failed" : "status_changed";
    case "step_started":
      return event.reason;
    case "review_decided":
      return event.decision;
    default:
      return event.type;
  }
}
