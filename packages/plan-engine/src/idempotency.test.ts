import { after, NOW, refusal } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { repeatedReply } from "./idempotency.ts";

const kept = { argumentsDigest: "same", reply: { planId: "plan-1" }, storedAt: NOW };

describe("R8 repeat", () => {
  it("R8 carries out a call whose key is new", () => {
    expect(repeatedReply(null, "same", NOW)).toBeNull();
  });

  it("R8 answers the same arguments with the same reply, marked as replayed", () => {
    expect(repeatedReply(kept, "same", after(1))).toEqual({ planId: "plan-1", replayed: true });
  });

  it("R8 refuses other arguments under the same key", () => {
    const error = refusal(() => repeatedReply(kept, "other", after(1)));
    expect(error.code).toBe("IDEMPOTENCY_CONFLICT");
    expect(error.message).toContain("Next:");
  });

  it("R8 keeps a reply for 24 hours, and no longer", () => {
    expect(repeatedReply(kept, "same", after(24 * 60))).not.toBeNull();
    expect(repeatedReply(kept, "other", new Date(after(24 * 60).getTime() + 1))).toBeNull();
  });
});
