import { describe, expect, it } from "vitest";
import { cleanText, clip, safeLink } from "./safe-text.ts";

describe("safe text", () => {
  it("has no characters that XML forbids", () => {
    expect(cleanText("a\u0000b\u0008c\uFFFEd\uD800e\tf\r\ng")).toBe("abcd\uFFFDe\tf\ng");
  });

  it("is not cut through a character", () => {
    expect(clip("abc😀def", 5)).toBe("abc…");
    expect(clip("abc", 3)).toBe("abc");
  });
});

describe("a link", () => {
  it.each([
    ["https://example.com/a b?c=1&d=2", "https://example.com/a%20b?c=1&d=2"],
    ["HTTP://EXAMPLE.com", "http://example.com/"],
    ["mailto:someone@example.com", "mailto:someone@example.com"],
    ["https://example.com/'x'", "https://example.com/%27x%27"],
  ])("may lead to %s", (address, expected) => {
    expect(safeLink(address)).toBe(expected);
  });

  it.each([
    "javascript:alert(1)",
    " java\tscript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//example.com",
    "/path",
    "#top",
    "https:example.com",
    "http://",
    `https://example.com/${"a".repeat(3_000)}`,
    "",
    null,
  ])("may not lead to %s", (address) => {
    expect(safeLink(address)).toBeNull();
  });
});
