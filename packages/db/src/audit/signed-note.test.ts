import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { openNote } from "@trovella/testing/audit/open-note";
import { describe, expect, it } from "vitest";
import { auditKeyOf, readAuditKey } from "./audit-key.ts";
import { readCheckpoint, signCheckpoint } from "./signed-note.ts";

const KEY = auditKeyOf("a secret of at least 32 characters");
const OTHER = auditKeyOf("another secret of 32 characters or more");
const CHECKPOINT = {
  origin: "trovella.example/org_1",
  size: 42,
  root: "ab".repeat(32),
  at: new Date("2026-01-01T12:00:00.123Z"),
};
const NOTE = signCheckpoint(CHECKPOINT, KEY);

describe("a checkpoint", () => {
  it("is a signed note that a verifier written from the standard opens", () => {
    expect(openNote(NOTE, KEY.publicKey)).toEqual([
      "trovella.example/org_1",
      "42",
      Buffer.from("ab".repeat(32), "hex").toString("base64"),
      "time 2026-01-01T12:00:00.123Z",
    ]);
    expect(openNote(NOTE, OTHER.publicKey)).toBeNull();
  });

  it("is read back by those who have one of the keys", () => {
    expect(readCheckpoint(NOTE, [OTHER.publicKey, KEY.publicKey])).toEqual(CHECKPOINT);
    expect(readCheckpoint(NOTE, [OTHER.publicKey])).toBeNull();
    expect(readCheckpoint(NOTE, [])).toBeNull();
  });

  it("is not read when any character of it was changed", () => {
    for (let index = 0; index < NOTE.length; index += 1) {
      const changed = `${NOTE.slice(0, index)}${NOTE[index] === "A" ? "B" : "A"}${NOTE.slice(index + 1)}`;
      expect([index, readCheckpoint(changed, [KEY.publicKey])]).toEqual([index, null]);
    }
    for (const text of ["", "\n\n", NOTE.trimEnd(), `${NOTE}${NOTE}`, "x".repeat(10_000)]) {
      expect(readCheckpoint(text, [KEY.publicKey])).toBeNull();
    }
  });
});

describe("the key of checkpoints", () => {
  it("follows from the secret, and stays the same", () => {
    expect(auditKeyOf("a secret of at least 32 characters").publicKey).toEqual(KEY.publicKey);
    expect(KEY.publicKey.toString("base64")).toBe("cpQPADmVTajUL9bFNA1FFGRc7qqrJSshkJ/BVr5sMDw=");
    expect(OTHER.publicKey).not.toEqual(KEY.publicKey);
  });

  it("may be an Ed25519 key from a file, and no other", () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const key = readAuditKey(String(privateKey.export({ format: "pem", type: "pkcs8" })));
    const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
    expect(key?.publicKey.toString("base64url")).toBe(x);
    const { privateKey: wrong } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    expect(readAuditKey(String(wrong.export({ format: "pem", type: "pkcs8" })))).toBeNull();
    expect(readAuditKey("no key")).toBeNull();
  });
});
