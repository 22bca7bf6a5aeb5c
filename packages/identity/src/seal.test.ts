import { describe, expect, it } from "vitest";
import { seal, unseal } from "./seal.ts";
import { deriveKey } from "./secrets.ts";

const KEY = deriveKey("secret", "consent");
const NOW = new Date(1_000_000);
const LATER = new Date(1_000_001);

describe("what is sealed", () => {
  it("comes back as it was, until it runs out", () => {
    const sealed = seal(KEY, { a: "ä" }, LATER);
    expect(unseal(KEY, sealed, NOW)).toEqual({ a: "ä" });
    expect(unseal(KEY, sealed, LATER)).toBeNull();
  });

  it("is refused when any letter of it is another", () => {
    const sealed = seal(KEY, { a: 1 }, LATER);
    for (let index = 0; index < sealed.length; index += 1) {
      const letter = sealed[index] === "A" ? "B" : "A";
      const changed = sealed.slice(0, index) + letter + sealed.slice(index + 1);
      expect(unseal(KEY, changed, NOW)).toBeNull();
    }
  });

  it("is refused when it was sealed for another purpose, or not at all", () => {
    expect(unseal(deriveKey("secret", "other"), seal(KEY, {}, LATER), NOW)).toBeNull();
    expect(unseal(deriveKey("other", "consent"), seal(KEY, {}, LATER), NOW)).toBeNull();
    for (const text of ["", ".", "a", "a.b", "e30.e30"]) expect(unseal(KEY, text, NOW)).toBeNull();
  });
});
