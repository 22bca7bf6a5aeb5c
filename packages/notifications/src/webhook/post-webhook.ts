import {
  type FetchProblem,
  fetchPublic,
  type Headers,
  isPrivateHost,
  type Network,
} from "@trovella/capture/guard";
import type { StoredWebhook } from "@trovella/db/notifications";
import type { NotificationEvent } from "../message.ts";
import type { SecretBox } from "./secret-box.ts";
import { signatureHeaders } from "./signature.ts";
import type { WebhookAnswer } from "./webhook-outcome.ts";
import { webhookRequest } from "./webhook-request.ts";

export interface WebhookSending {
  readonly box: SecretBox;
  /** To the internet, by a proxy if there is one. */
  readonly network: Network;
  /** To private networks, where no proxy leads. */
  readonly privateNetwork: Network;
  /** Targets on private networks, other ports and unencrypted targets are allowed. */
  readonly allowPrivate: boolean;
  readonly userAgent: string;
  readonly timeoutMs?: number;
  consoleUrl(): string;
  now(): Date;
}

const TIMEOUT_MS = 10_000;

/** Sends one event to a webhook, once. The body of the answer is not read, and no redirect is followed. */
export async function postWebhook(
  sending: WebhookSending,
  webhook: Pick<
    StoredWebhook,
    "format" | "sealedUrl" | "sealedSecret" | "sealedOldSecret" | "oldSecretUntil"
  >,
  event: NotificationEvent,
  signal?: AbortSignal,
): Promise<WebhookAnswer> {
  const { box, allowPrivate, userAgent, timeoutMs = TIMEOUT_MS } = sending;
  const startedAt = performance.now();
  const sentAt = sending.now();
  const url = box.open(webhook.sealedUrl);
  const secrets = secretsOf(sending, webhook, sentAt);
  if (url === null || secrets === null) return unanswered(UNREADABLE, startedAt);
  const { body, headers } = webhookRequest(event, {
    format: webhook.format,
    consoleUrl: sending.consoleUrl(),
  });
  const answer = await fetchPublic(networkFor(sending, url), url, {
    accept: "*/*",
    userAgent,
    body,
    headers: { ...headers, ...signatureHeaders({ id: event.id, sentAt, body }, secrets) },
    maxBytes: 0,
    timeoutMs,
    maxRedirects: 0,
    allowHttp: allowPrivate,
    allowPrivate,
    allowPacked: false,
    wants: () => false,
    ...(signal ? { signal } : {}),
  });
  if ("problem" in answer) return unanswered(PROBLEMS[answer.problem], startedAt);
  const { status: httpStatus } = answer;
  return {
    httpStatus,
    problem: problemOf(httpStatus),
    retryAfterMs: retryAfterMs(answer.headers),
    durationMs: since(startedAt),
  };
}

/** No details: they would tell what answers where in the server's own network. */
const PROBLEMS: Readonly<Record<FetchProblem["problem"], string>> = {
  refused: "The target is not a public https address.",
  unreachable: "The target could not be reached.",
  slow: "No answer in time.",
  too_large: "The answer is too long.",
  unreadable: "The answer cannot be read.",
  redirects: "The target redirects.",
};
const UNREADABLE =
  "URL and secret were encrypted with another TROVELLA_SECRET. Enter the URL again and rotate the secret.";

function problemOf(httpStatus: number): string | null {
  if (httpStatus >= 200 && httpStatus < 300) return null;
  if (httpStatus >= 300 && httpStatus < 400) return PROBLEMS.redirects;
  return `The target answered ${httpStatus}.`;
}

function unanswered(problem: string, startedAt: number): WebhookAnswer {
  return { httpStatus: null, problem, retryAfterMs: 0, durationMs: since(startedAt) };
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}

function secretsOf(
  { box }: WebhookSending,
  {
    sealedSecret,
    sealedOldSecret,
    oldSecretUntil,
  }: Pick<StoredWebhook, "sealedSecret" | "sealedOldSecret" | "oldSecretUntil">,
  now: Date,
): string[] | null {
  const secret = box.open(sealedSecret);
  if (secret === null) return null;
  const isOldValid = sealedOldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  const old = isOldValid ? box.open(sealedOldSecret) : null;
  return old === null ? [secret] : [secret, old];
}

function networkFor(
  { network, privateNetwork, allowPrivate }: WebhookSending,
  url: string,
): Network {
  return allowPrivate && isPrivateHost(new URL(url).hostname) ? privateNetwork : network;
}

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers["retry-after"] ?? 0);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0;
}
