import { readFile } from "node:fs/promises";
import { type AuditKey, auditKeyOf, readAuditKey, type Sealing } from "@trovella/db/audit";
import type { Config } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { CommandFailure, EXIT } from "../exit.ts";
import { storedSecret } from "./local-secret.ts";

/** How this server signs checkpoints; null when it has no secret that it could derive a key from. */
export async function auditSealing(config: Config): Promise<Sealing | null> {
  const key = await auditKey(config);
  return key && { key, host: serverName(config), now: () => new Date() };
}

/** The public keys of this server, the current one first. */
export function auditPublicKeys(config: Config, { key }: Sealing): Buffer[] {
  const old = config.TROVELLA_AUDIT_OLD_KEYS.map((text) => Buffer.from(text, "base64"));
  return [key.publicKey, ...old];
}

async function auditKey(config: Config): Promise<AuditKey | null> {
  const { TROVELLA_AUDIT_KEY_FILE: file, TROVELLA_SECRET: configured } = config;
  if (file) return readKeyFile(file);
  const secret = configured ?? (await storedSecret(databaseSettings(config).dataDirectory));
  return secret === null ? null : auditKeyOf(secret);
}

async function readKeyFile(file: string): Promise<AuditKey> {
  const pem = await readFile(file, "utf8").catch(() => "");
  const key = readAuditKey(pem);
  if (key) return key;
  throw new CommandFailure(
    `TROVELLA_AUDIT_KEY_FILE names ${file}, which cannot be read or holds no Ed25519 private key. Next: write one with \`openssl genpkey -algorithm ed25519 -out ${file}\`.`,
    EXIT.notConfigured,
  );
}

/** The public name of this server, the first part of every origin; a note has no place for spaces and plus signs in it. */
export function serverName({ TROVELLA_PUBLIC_URL: url }: Config): string {
  return url ? new URL(url).host : "localhost";
}
