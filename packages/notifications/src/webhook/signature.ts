import { createHmac, randomBytes } from "node:crypto";

/** Standard Webhooks (https://www.standardwebhooks.com) prefixes secrets with it. */
const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export interface SignedMessage {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** One signature for each secret that is valid, so that receivers can change theirs in their own time. */
export function signatureHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
}
