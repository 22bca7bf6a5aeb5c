import { describe, expect, it } from "vitest";
import { checkedEmail, normalizedEmail } from "./checked-fields.ts";

describe("an e-mail address", () => {
  it.each([
    ["  Ada@Test.Example ", "ada@test.example"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"],
    ["ada.b+c@sub.test.example", "ada.b+c@sub.test.example"],
    ["zoë@test.example", "zoë@test.example"],
  ])("has one spelling: %j is %j", (typed, stored) => {
    expect(checkedEmail(typed)).toBe(stored);
    expect(normalizedEmail(typed)).toBe(stored);
  });

  it.each([
    ["a zero-width space", "ada\u200b@test.example"],
    ["a soft hyphen", "a\u00adda@test.example"],
    ["a variation selector", "ada\ufe0f@test.example"],
    ["a Hangul filler", "ada\u3164@test.example"],
    ["a right-to-left override", "ada\u202e@test.example"],
    ["a NUL", "ada\u0000@test.example"],
    ["a private character", "ada\ue000@test.example"],
    ["an invisible character in its host", "ada@te\u200bst.example"],
    ["a tag character", "ada\u{e0061}@test.example"],
    ["no host", "ada@"],
    ["no point in its host", "ada@localhost"],
    ["a host that cannot be in DNS", "ada@a%b.example"],
    ["a space", "ada lovelace@test.example"],
  ])("is refused with %s", (_what, email) => {
    expect(() => checkedEmail(email)).toThrow("This is not an e-mail address.");
  });
});
