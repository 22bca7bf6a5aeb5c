import { createHash } from "node:crypto";
import { type AuditKey, isSignedBy } from "./audit-key.ts";

/*
 * A checkpoint as a C2SP signed note (https://c2sp.org/signed-note, https://c2sp.org/tlog-checkpoint):
 *   trovella.example/org_1                    origin: the server and the organization
 *   42                                        leaves in the tree
 *   Wtt6…=                                    its root
 *   time 2026-01-01T12:00:00.000Z             when it was sealed, by the server's clock
 *
 *   — trovella.example/org_1 fzQx…=           who signed: the key's id and the signature of the lines above
 */

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly root: string;
  readonly at: Date;
}

const ED25519 = Buffer.of(1);
const KEY_ID_BYTES = 4;
const NOTE = /^(\S+)\n(\d{1,15})\n([\w+/]+=*)\ntime (\S+)\n\n— (\S+) ([\w+/]+=*)\n$/;

export function signCheckpoint({ origin, size, root, at }: Checkpoint, key: AuditKey): string {
  const text = `${origin}\n${size}\n${Buffer.from(root, "hex").toString("base64")}\ntime ${at.toISOString()}\n`;
  const signature = Buffer.concat([keyId(origin, key.publicKey), key.sign(text)]);
  return `${text}\n— ${origin} ${signature.toString("base64")}\n`;
}

/** What the note says, once one of the keys has signed it; else null. */
export function readCheckpoint(note: string, publicKeys: readonly Buffer[]): Checkpoint | null {
  const [, origin = "", size, root = "", time = "", signer, signature = ""] = NOTE.exec(note) ?? [];
  const text = note.slice(0, note.indexOf("\n\n") + 1);
  const bytes = Buffer.from(signature, "base64");
  const isSigned = publicKeys.some(
    (publicKey) =>
      bytes.subarray(0, KEY_ID_BYTES).equals(keyId(origin, publicKey)) &&
      isSignedBy(publicKey, text, bytes.subarray(KEY_ID_BYTES)),
  );
  if (signer !== origin || !isSigned) return null;
  const rootHash = Buffer.from(root, "base64").toString("hex");
  return { origin, size: Number(size), root: rootHash, at: new Date(time) };
}

/** Names a key among those of an origin. */
export function keyId(origin: string, publicKey: Buffer): Buffer {
  const text = Buffer.concat([Buffer.from(`${origin}\n`), ED25519, publicKey]);
  return createHash("sha256").update(text).digest().subarray(0, KEY_ID_BYTES);
}
