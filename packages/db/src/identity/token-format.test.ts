import { expect, it } from "vitest";
import { endingOf, hashToken, isWholeToken, newToken, randomCharacters } from "./token-format.ts";

it("makes tokens of 41 characters that are whole and all different", () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  for (const token of tokens) {
    expect(token).toMatch(/^trov_[0-9A-Za-z]{36}$/);
    expect(isWholeToken(token)).toBe(true);
  }
  expect(new Set(tokens).size).toBe(1000);
});

it("has a checksum that others can work out: CRC32 in base 62, highest digit first", () => {
  const random = "123456789012345678901234567890";
  expect(isWholeToken(`trov_${random}${base62(crcOf(random))}`)).toBe(true);
  // The published check value of CRC32.
  expect(crcOf("123456789")).toBe(0xcbf43926);
});

it("notices every change of a single character", () => {
  const token = newToken();
  for (let index = 0; index < token.length; index += 1) {
    const other = token.charAt(index) === "a" ? "b" : "a";
    const changed = token.slice(0, index) + other + token.slice(index + 1);
    expect(isWholeToken(changed)).toBe(false);
  }
});

it.each([
  ["empty", ""],
  ["short", "trov_abc"],
  ["with a line behind it", `${newToken()}\n`],
  ["with something before it", ` ${newToken()}`],
  ["of another kind", newToken().replace("trov_", "ghp_")],
  ["in capitals", newToken().replace("trov_", "TROV_")],
  ["very long", `trov_${"a".repeat(1_000_000)}`],
  ["with other letters", `trov_${"ä".repeat(36)}`],
])("takes none that is %s", (_what, text) => {
  expect(isWholeToken(text)).toBe(false);
});

it("keeps a hash from which nothing can be read, and the last four characters", () => {
  const token = newToken();
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken(token)).not.toContain(token.slice(5, 20));
  expect(endingOf(token)).toBe(token.slice(-4));
});

it("draws every character about as often", () => {
  const counts = new Map<string, number>();
  for (const character of randomCharacters(62_000)) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  for (const count of counts.values()) {
    expect(count).toBeGreaterThan(800);
    expect(count).toBeLessThan(1200);
  }
});

/** Bit by bit, as the standard has it. */
function crcOf(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function base62(value: number): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let text = "";
  for (let rest = value; text.length < 6; rest = Math.floor(rest / 62)) {
    text = digits.charAt(rest % 62) + text;
  }
  return text;
}
