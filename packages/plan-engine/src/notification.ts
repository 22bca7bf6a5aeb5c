import type { PlanStatus, ReviewDecision } from "./plan.ts";
import type { PlanEvent } from "./plan-event.ts";

/** What people are told of. */
export const NOTIFICATION_TYPES = [
  "review.requested",
  "review.decided",
  "plan.completed",
  "plan.failed",
  "plan.stalled",
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export interface PlanNotification {
  readonly type: NotificationType;
  /** Position of the event it follows from. */
  readonly eventIndex: number;
  readonly at: Date;
  readonly review: {
    readonly id: string;
    readonly summary: string | null;
    readonly decision: ReviewDecision | null;
  } | null;
  readonly reason: string | null;
}

/** What people are told of a command's events; most commands are none of their business. */
export function notificationsOf(events: readonly PlanEvent[]): PlanNotification[] {
  return events.flatMap((event, eventIndex) => {
    const told = notificationOf(event);
    return told ? [{ review: null, reason: null, ...told, eventIndex, at: event.at }] : [];
  });
}

type Told = Pick<PlanNotification, "type"> & Partial<PlanNotification>;

function notificationOf(event: PlanEvent): Told | null {
  if (event.type === "review_requested") {
    const { reviewId: id, summary } = event;
    return { type: "review.requested", review: { id, summary, decision: null } };
  }
  if (event.type === "review_decided") {
    const { reviewId: id, decision } = event;
    return { type: "review.decided", review: { id, summary: null, decision } };
  }
  // Nobody needs to be told of what they did themselves, and it is no failure.
  if (event.type !== "plan_status_changed" || event.isCancelled) return null;
  const type = TYPE_OF_STATUS[event.moves.at(-1) ?? event.from];
  return type ? { type, reason: event.reason } : null;
}

const TYPE_OF_STATUS: Readonly<Partial<Record<PlanStatus, NotificationType>>> = {
  completed: "plan.completed",
  failed: "plan.failed",
  stalled: "plan.stalled",
};
