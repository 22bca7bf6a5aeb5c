import { createHmac } from "node:crypto";
import { isSameText } from "./secrets.ts";

/** Signs content that passes through a browser and must come back unchanged; it stays readable. */
export function seal(key: Buffer, content: object, expiresAt: Date): string {
  const body = Buffer.from(JSON.stringify({ content, expiresAt: expiresAt.getTime() })).toString(
    "base64url",
  );
  return `${body}.${signatureOf(key, body)}`;
}

/** Null when it was not sealed with this key, was changed, or has expired. */
export function unseal<T>(key: Buffer, sealed: string, now: Date): T | null {
  const [body = "", signature = ""] = sealed.split(".");
  if (!isSameText(signature, signatureOf(key, body))) return null;
  const { content, expiresAt } = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  return expiresAt > now.getTime() ? content : null;
}

function signatureOf(key: Buffer, body: string): string {
  return createHmac("sha256", key).update(body).digest("base64url");
}
