import { expect, it } from "vitest";
import { textFragmentLink } from "./text-fragment.ts";

it("leads to the passage", () => {
  expect(textFragmentLink("https://example.org/a", "fell by 12 %,\n well-known & so on")).toBe(
    "https://example.org/a#:~:text=fell%20by%2012%20%25%2C%20well%2Dknown%20%26%20so%20on",
  );
  expect(textFragmentLink("https://example.org/a#part", "x")).toBe(
    "https://example.org/a#part:~:text=x",
  );
});

it("names the edges of a long passage", () => {
  const long = Array.from({ length: 100 }, (_, index) => `w${index}`).join(" ");
  expect(textFragmentLink("https://example.org/", long)).toBe(
    "https://example.org/#:~:text=w0%20w1%20w2%20w3%20w4%20w5,w94%20w95%20w96%20w97%20w98%20w99",
  );
});

it("is a plain link without a passage, and none for what is no web address", () => {
  expect(textFragmentLink("https://example.org/", null)).toBe("https://example.org/");
  expect(textFragmentLink("javascript:alert(1)", "x")).toBeNull();
  expect(textFragmentLink(null, "x")).toBeNull();
  expect(textFragmentLink("https://example.org/", "\ud800 x")).toContain(":~:text=");
});
