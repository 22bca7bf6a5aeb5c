import type { TenantContext } from "@trovella/db";
import { saveSecurityEvent } from "@trovella/db/identity";
import {
  type ClaimedWebhookDelivery,
  cancelDeliveries,
  finishDeliveries,
  noteWebhookFailure,
  noteWebhookSuccess,
  readWebhook,
  retryDeliveries,
  saveWebhookAttempt,
} from "@trovella/db/notifications";
import { postWebhook, type WebhookSending } from "./webhook/post-webhook.ts";
import { backoffMs, outcomeOf, type WebhookAnswer } from "./webhook/webhook-outcome.ts";

export type InTenant = <T>(
  organizationId: string,
  work: (context: TenantContext) => Promise<T>,
) => Promise<T>;

export interface WebhookDelivery {
  readonly organizationId: string;
  readonly delivery: ClaimedWebhookDelivery;
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly status: "delivered" | "given_up" | "cancelled" | "waiting";
  readonly problem: string | null;
}

const MAX_PAUSE_MS = 300_000;
/** A webhook that failed for this long is disabled. */
const DISABLE_AFTER_MS = 3 * 24 * 3_600_000;

/** Sends a claimed delivery and notes what came of it. Null when this process ends meanwhile. */
export async function deliverToWebhook(
  sending: WebhookSending,
  { organizationId, delivery, signal }: WebhookDelivery,
  inTenant: InTenant,
): Promise<Outcome | null> {
  const { webhookId, eventId: id, type, eventAt: at, payload } = delivery;
  const webhook = await inTenant(organizationId, (context) => readWebhook(context, webhookId));
  if (!webhook) return null;
  const answer = await postWebhook(
    sending,
    webhook,
    { id, type, at, organizationId, payload },
    signal,
  );
  if (signal.aborted) return null;
  return inTenant(organizationId, (context) =>
    saveAnswer(context, delivery, answer, sending.now()),
  );
}

async function saveAnswer(
  context: TenantContext,
  delivery: ClaimedWebhookDelivery,
  answer: WebhookAnswer,
  now: Date,
): Promise<Outcome> {
  const { webhookId, eventId, type: eventType, attempts: attempt } = delivery;
  const outcome = outcomeOf(delivery, answer, now);
  const { problem, httpStatus, durationMs } = answer;
  const logged = { webhookId, eventId, eventType, attempt, httpStatus, problem, durationMs };
  const settled =
    outcome.status === "waiting"
      ? retryDeliveries([delivery], { waitMs: outcome.waitMs, problem: problem ?? "" })
      : finishDeliveries([delivery], { status: outcome.status, problem });
  await context.send([settled, ...saveWebhookAttempt(context, logged)]);
  if (problem === null) await context.send([noteWebhookSuccess(webhookId)]);
  else await saveFailure(context, delivery, { isGone: outcome.status === "cancelled" });
  return { status: outcome.status, problem };
}

async function saveFailure(
  context: TenantContext,
  { webhookId, attempts }: ClaimedWebhookDelivery,
  { isGone }: { readonly isGone: boolean },
): Promise<void> {
  const pauseMs = Math.min(backoffMs(attempts), MAX_PAUSE_MS);
  const [noted] = await context.send([
    noteWebhookFailure({ webhookId, pauseMs, disableAfterMs: DISABLE_AFTER_MS, isGone }),
  ]);
  const row = noted?.rows[0];
  if (row?.isDisabled !== true) return;
  await cancelDeliveries(context, webhookId);
  await saveSecurityEvent(context, {
    kind: "webhook_disabled",
    subject: { kind: "webhook", id: webhookId, label: String(row.name) },
    after: { because: isGone ? "gone" : "failing" },
  });
}
