import type { EventPayload } from "@trovella/db/notifications";
import type { NotificationType, ReviewDecision } from "@trovella/plan-engine";

/** An event that is told, or the test of a webhook. */
export interface NotificationEvent {
  readonly id: string;
  readonly type: NotificationType | "test";
  readonly at: Date;
  readonly organizationId: string;
  /** Null for a test. */
  readonly payload: EventPayload | null;
}

/** The event in words, as plain text. */
export interface Message {
  readonly title: string;
  readonly text: string;
  /** Where in the console it is dealt with. */
  readonly url: string;
}

const MAX_TITLE_LENGTH = 200;

export function messageOf({ type, payload }: NotificationEvent, consoleUrl: string): Message {
  if (type === "test" || payload === null) {
    const text = "If you can read this, notifications reach this place.";
    return { title: "Test from Trovella", text, url: `${consoleUrl}/settings` };
  }
  const { plan, review, reason } = payload;
  const name = oneLine(plan.name) || plan.handle;
  const title = `${headingOf(type, review?.decision ?? null)}: ${name}`;
  return {
    title: title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title,
    text: textOf(type, { summary: review?.summary ?? null, reason, question: plan.question }),
    url: type === "review.requested" ? reviewUrl(consoleUrl, plan) : planUrl(consoleUrl, plan),
  };
}

export function planUrl(consoleUrl: string, { handle }: { readonly handle: string }): string {
  return `${consoleUrl}/plans/${encodeURIComponent(handle)}`;
}

export function reviewUrl(consoleUrl: string, { handle }: { readonly handle: string }): string {
  return `${consoleUrl}/inbox?item=${encodeURIComponent(handle)}`;
}

const HEADINGS: Readonly<Record<NotificationType, string>> = {
  "review.requested": "Review waiting",
  "review.decided": "Review decided",
  "plan.completed": "Plan finished",
  "plan.failed": "Plan failed",
  "plan.stalled": "Plan stalled",
};

const DECISIONS: Readonly<Record<ReviewDecision, string>> = {
  approve: "Review approved",
  modify: "Changes requested",
  reject: "Review rejected",
  skip: "Review skipped",
};

function headingOf(type: NotificationType, decision: string | null): string {
  return DECISIONS[decision as ReviewDecision] ?? HEADINGS[type];
}

function textOf(
  type: NotificationType,
  {
    summary,
    reason,
    question,
  }: Readonly<Record<"summary" | "reason", string | null>> & { question: string },
): string {
  if (type === "plan.stalled") return `Nobody works on it at the moment. ${question}`.trim();
  return summary || reason || question;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
