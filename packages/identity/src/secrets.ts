import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret starts with its kind, so that one kind is never mistaken for another. */
const SECRET_PREFIXES = {
  access: "troa_",
  refresh: "tror_",
  code: "troc_",
  invitation: "troi_",
} as const;

export type SecretKind = keyof typeof SECRET_PREFIXES;

export function newSecret(kind: SecretKind): string {
  return SECRET_PREFIXES[kind] + randomBytes(32).toString("base64url");
}

/** Checked before any query, so that malformed input costs nothing. */
export function isSecret(kind: SecretKind, text: string): boolean {
  return text.startsWith(SECRET_PREFIXES[kind]) && /^[\w-]{43}$/.test(text.slice(5));
}

/** The only form in which secrets are stored. They are long and random, so that a plain hash suffices. */
export function hashSecret(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Keys are separated by purpose, so that a signature for one is never valid for another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "trovella", purpose, 32));
}

/** Deterministic, so that a retried refresh gets the same successors although only their hashes are stored. */
export function successorOf(key: Buffer, kind: "access" | "refresh", refreshToken: string): string {
  const digest = createHmac("sha256", key).update(`${kind}:${refreshToken}`).digest("base64url");
  return SECRET_PREFIXES[kind] + digest;
}

export function isSameText(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
