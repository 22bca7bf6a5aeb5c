import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";

/** Ed25519 keys as ASN.1, up to the 32 bytes of the key itself (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;

/** Signs checkpoints. */
export interface AuditKey {
  readonly publicKey: Buffer;
  sign(text: string): Buffer;
}

/** Derived, so that all servers with the secret have the same key and nothing more is to be kept. */
export function auditKeyOf(secret: string): AuditKey {
  const seed = hkdfSync("sha256", secret, "", "trovella audit checkpoint v1", KEY_BYTES);
  const der = Buffer.concat([PRIVATE_PREFIX, Buffer.from(seed)]);
  return keyOf(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
}

/** A key of its own, as `openssl genpkey -algorithm ed25519` writes it; null for any other text. */
export function readAuditKey(pem: string): AuditKey | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "ed25519" ? keyOf(key) : null;
  } catch {
    return null;
  }
}

/** Whether the holder of the key has signed the text. */
export function isSignedBy(publicKey: Buffer, text: string, signature: Buffer): boolean {
  if (publicKey.length !== KEY_BYTES) return false;
  const der = Buffer.concat([PUBLIC_PREFIX, publicKey]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(null, Buffer.from(text), key, signature);
}

function keyOf(key: KeyObject): AuditKey {
  const der = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    publicKey: der.subarray(PUBLIC_PREFIX.length),
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}
