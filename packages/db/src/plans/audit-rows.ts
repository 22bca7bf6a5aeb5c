import {
  type AuditEventType,
  auditAction,
  auditEventType,
  type Plan,
  type PlanEvent,
} from "@trovella/plan-engine";
import type { Actor } from "../calls/call-record.ts";
import { newId } from "../connection/new-id.ts";

export interface AuditRow {
  readonly id: string;
  readonly stepId: string | null;
  readonly seq: number;
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly payload: string;
  readonly actor: Actor;
  readonly createdAt: Date;
}

/** The audit rows of one command's events. */
export function auditRows(
  events: readonly PlanEvent[],
  { plan, firstSeq, actor }: { plan: Plan; firstSeq: number; actor: Actor },
): AuditRow[] {
  const stepIds = new Set(plan.steps.map((step) => step.id));
  return events.map((event, index) => ({
    id: newId("audit"),
    stepId: "stepId" in event && stepIds.has(event.stepId) ? event.stepId : null,
    seq: firstSeq + index,
    eventType: auditEventType(event),
    action: auditAction(event),
    payload: JSON.stringify(event),
    actor,
    createdAt: event.at,
  }));
}
