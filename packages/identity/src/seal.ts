import { createHmac } from "node:crypto";
import { isSameText } from "./secrets.ts";

/** What a page carries through a browser and must come back as it was: readable, but not to be made by others. */
export function seal(key: Buffer, content: object, expiresAt: Date): string {
  const body = Buffer.from(JSON.stringify({ content, expiresAt: expiresAt.getTime() })).toString(
    "base64url",
  );
  return `${body}.${signatureOf(key, body)}`;
}

/** Null when it was not sealed with this key, was changed, or has run out. */
export function unseal<T>(key: Buffer, sealed: string, now: Date): T | null {
  const [body = "", signature = ""] = sealed.split(".");
  if (!isSameText(signature, signatureOf(key, body))) return null;
  const { content, expiresAt } = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  return expiresAt > now.getTime() ? content : null;
}

function signatureOf(key: Buffer, body: string): string {
  return createHmac("sha256", key).update(body).digest("base64url");
}
