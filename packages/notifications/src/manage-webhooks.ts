import { targetProblem } from "@trovella/capture/guard";
import { newId, type TenantContext } from "@trovella/db";
import { saveSecurityEvent } from "@trovella/db/identity";
import {
  cancelDeliveries,
  countRecentTests,
  deleteWebhook,
  insertWebhook,
  MAX_WEBHOOKS,
  readWebhook,
  type StoredWebhook,
  saveWebhookAttempt,
  updateWebhook,
  type WebhookFormat,
} from "@trovella/db/notifications";
import { AppError, invalidField } from "@trovella/foundation";
import type { NotificationType } from "@trovella/plan-engine";
import { postWebhook, type WebhookSending } from "./webhook/post-webhook.ts";
import { newWebhookSecret } from "./webhook/signature.ts";

export interface WebhookFields {
  readonly name: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly events: readonly NotificationType[];
}

export type WebhookChange = Partial<WebhookFields> & { readonly isEnabled?: boolean | undefined };

/** Stores a webhook. The secret is in this answer and in no other. */
export async function createWebhook(
  context: TenantContext,
  sending: WebhookSending,
  { name, url, format, events, userId }: WebhookFields & { readonly userId: string },
): Promise<{ readonly webhookId: string; readonly secret: string }> {
  const target = checkedTarget(url, sending);
  const secret = newWebhookSecret();
  const id = newId("webhook");
  const isStored = await insertWebhook(context, {
    id,
    name,
    format,
    events,
    createdBy: userId,
    sealedSecret: sending.box.seal(secret),
    ...target,
  });
  if (!isStored) throw tooMany();
  await record(context, "webhook_created", { id, name }, { url: target.shownUrl, format, events });
  return { webhookId: id, secret };
}

export async function changeWebhook(
  context: TenantContext,
  sending: WebhookSending,
  { webhookId, url, isEnabled, ...fields }: WebhookChange & { readonly webhookId: string },
): Promise<void> {
  const before = await existing(context, webhookId);
  const after: StoredWebhook = {
    ...before,
    ...defined(fields),
    ...(url === undefined ? {} : checkedTarget(url, sending)),
    ...(isEnabled === undefined ? {} : { isEnabled, disabledBecause: null }),
  };
  await updateWebhook(context, after);
  if (!after.isEnabled) await cancelDeliveries(context, webhookId);
  const { name, format, events, shownUrl } = after;
  const change = { url: shownUrl, format, events, isEnabled: after.isEnabled };
  await record(context, "webhook_changed", { id: webhookId, name }, change);
}

const OLD_SECRET_MS = 24 * 3_600_000;

/** Both secrets sign for a day, so that no event is lost between changing it here and there. */
export async function rotateSecret(
  context: TenantContext,
  { box }: WebhookSending,
  { webhookId, now }: { readonly webhookId: string; readonly now: Date },
): Promise<{ readonly secret: string; readonly oldSecretUntil: Date }> {
  const before = await existing(context, webhookId);
  const secret = newWebhookSecret();
  const oldSecretUntil = new Date(now.getTime() + OLD_SECRET_MS);
  await updateWebhook(context, {
    ...before,
    sealedSecret: box.seal(secret),
    sealedOldSecret: before.sealedSecret,
    oldSecretUntil,
  });
  await record(context, "webhook_secret_rotated", { id: webhookId, name: before.name });
  return { secret, oldSecretUntil };
}

export async function removeWebhook(context: TenantContext, webhookId: string): Promise<void> {
  const { name } = await existing(context, webhookId);
  await deleteWebhook(context, webhookId);
  await record(context, "webhook_removed", { id: webhookId, name });
}

const MAX_TESTS = 10;
const TEST_WINDOW_MS = 60_000;

/** Sends a test at once, whether the webhook is enabled or not, and says what came of it. */
export async function testWebhook(
  inTenant: <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>,
  sending: WebhookSending,
  webhookId: string,
): Promise<{ httpStatus: number | null; problem: string | null; durationMs: number }> {
  const at = sending.now();
  const { webhook, organizationId } = await inTenant(async (context) => {
    const tests = await countRecentTests(context, new Date(at.getTime() - TEST_WINDOW_MS));
    if (tests >= MAX_TESTS) throw tooManyTests();
    const { organizationId: id } = context.tenant;
    return { webhook: await existing(context, webhookId), organizationId: id };
  });
  const event = {
    id: newId("notification"),
    type: "test" as const,
    at,
    organizationId,
    payload: null,
  };
  const { httpStatus, problem, durationMs } = await postWebhook(sending, webhook, event);
  const logged = { webhookId, eventId: event.id, eventType: "test", attempt: 1 };
  await inTenant((context) =>
    context.send(saveWebhookAttempt(context, { ...logged, httpStatus, problem, durationMs })),
  );
  return { httpStatus, problem, durationMs };
}

const MAX_URL_LENGTH = 2_000;

/** Whether a name leads into a private network is known when it is resolved, before each connection. */
function checkedTarget(url: string, { box, allowPrivate }: WebhookSending) {
  const target = URL.canParse(url) && url.length <= MAX_URL_LENGTH ? new URL(url) : null;
  const problem = target
    ? targetProblem(target, { allowHttp: allowPrivate, allowPrivate })
    : "its form";
  if (!target || problem !== null) throw wrongTarget(problem ?? "", allowPrivate);
  return { sealedUrl: box.seal(target.href), shownUrl: shownUrl(target) };
}

/** The path of a chat service's URL is a credential; its last characters tell one from another. */
function shownUrl({ origin, pathname, search }: URL): string {
  const rest = `${pathname}${search}`;
  return rest.length <= 8 ? `${origin}${rest}` : `${origin}/…${rest.slice(-4)}`;
}

async function existing(context: TenantContext, webhookId: string): Promise<StoredWebhook> {
  const webhook = await readWebhook(context, webhookId);
  if (webhook) return webhook;
  throw new AppError("NOT_FOUND", "There is no such webhook. Next: look it up in the list.");
}

function defined<T extends object>(fields: T) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}

type WebhookEvent =
  | "webhook_created"
  | "webhook_changed"
  | "webhook_secret_rotated"
  | "webhook_removed";

function record(
  context: TenantContext,
  kind: WebhookEvent,
  { id, name }: { readonly id: string; readonly name: string },
  after?: Readonly<Record<string, string | boolean | readonly string[]>>,
): Promise<void> {
  const subject = { kind: "webhook", id, label: name } as const;
  return saveSecurityEvent(context, { kind, subject, ...(after ? { after } : {}) });
}

function wrongTarget(problem: string, allowPrivate: boolean): AppError {
  return invalidField(
    "url",
    allowPrivate
      ? `must be an http or https URL without credentials (refused for ${problem}). Next: correct it.`
      : `must be an https URL of a public host, without port and credentials (refused for ${problem}). Next: correct it, or ask the operator to allow private targets with TROVELLA_WEBHOOK_PRIVATE.`,
  );
}

function tooMany(): AppError {
  return new AppError(
    "LIMIT_EXCEEDED",
    `An organization can have at most ${MAX_WEBHOOKS} webhooks. Next: delete one that is no longer used.`,
  );
}

function tooManyTests(): AppError {
  return new AppError("RATE_LIMITED", "Too many tests. Next: try again in a minute.");
}
