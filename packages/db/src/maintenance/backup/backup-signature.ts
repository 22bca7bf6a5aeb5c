import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { BackupSeal } from "./backup-format.ts";

/** Derived, so that a backup reveals nothing about the secret's other uses. */
export function backupKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "trovella backup signature", 32));
}

export function signSeal(seal: Pick<BackupSeal, "rows" | "sha256">, key: Buffer): string {
  return createHmac("sha256", key).update(`${seal.rows} ${seal.sha256}`).digest("hex");
}

/** Who wrote a backup: a server with this key, one with another key (or it was altered), or one without any. */
export type BackupOrigin = "own" | "foreign" | "unsigned";

export function originOf(seal: BackupSeal, key: Buffer | null): BackupOrigin {
  if (seal.hmac === undefined) return "unsigned";
  if (key === null) return "foreign";
  const [given, expected] = [seal.hmac, signSeal(seal, key)].map((text) => Buffer.from(text));
  const isEqual = given && expected?.length === given.length && timingSafeEqual(given, expected);
  return isEqual ? "own" : "foreign";
}
