import type { Json } from "@trovella/foundation";
import {
  type NotificationType,
  notificationsOf,
  type Plan,
  type PlanEvent,
  type PlanNotification,
} from "@trovella/plan-engine";
import { newId } from "../connection/new-id.ts";
import type { Fragment } from "../connection/sql.ts";

/** What is told of an event, as it was when it happened. */
export type EventPayload = {
  readonly plan: {
    readonly handle: string;
    readonly name: string;
    readonly question: string;
    readonly status: string;
  };
  readonly review: {
    readonly id: string;
    readonly summary: string | null;
    readonly decision: string | null;
  } | null;
  readonly reason: string | null;
} & { readonly [key: string]: Json };

export interface OutboxRow {
  readonly id: string;
  readonly seq: number;
  readonly type: NotificationType;
  readonly payload: string;
  readonly createdAt: Date;
}

const MAX_TEXT_LENGTH = 1_000;

/** One row for each thing that people are told; of most commands none. */
export function outboxRows(
  events: readonly PlanEvent[],
  { plan, auditSeq }: { readonly plan: Plan; readonly auditSeq: number },
): OutboxRow[] {
  return notificationsOf(events).map((told) => ({
    id: newId("notification"),
    seq: auditSeq + told.eventIndex + 1,
    type: told.type,
    payload: JSON.stringify(payloadOf(plan, told)),
    createdAt: told.at,
  }));
}

/** Part of the statement that writes the plan, so that neither is stored without the other. */
export function insertOutbox(
  plan: Plan,
  { outbox, organizationId }: { outbox: readonly OutboxRow[]; organizationId: string },
): Fragment {
  const row = "SELECT ?, ?, ?, ?::bigint, ?, ?::jsonb, ?::timestamptz FROM plan";
  return {
    text: `told AS (INSERT INTO notification_event (organization_id, id, plan_id, seq, type, payload, created_at)
      ${outbox.map(() => row).join(" UNION ALL ")})`,
    values: outbox.flatMap(({ id, seq, type, payload, createdAt }) => [
      organizationId,
      id,
      plan.id,
      seq,
      type,
      payload,
      createdAt,
    ]),
  };
}

function payloadOf(plan: Plan, { review, reason }: PlanNotification): EventPayload {
  const { handle, name, researchQuestion, status } = plan;
  return {
    plan: { handle, name: bounded(name), question: bounded(researchQuestion), status },
    review: review && { ...review, summary: review.summary && bounded(review.summary) },
    reason: reason && bounded(reason),
  };
}

function bounded(text: string): string {
  const clean = text.replaceAll("\0", "");
  const cut = clean.length > MAX_TEXT_LENGTH ? `${clean.slice(0, MAX_TEXT_LENGTH - 1)}…` : clean;
  return cut.toWellFormed();
}
