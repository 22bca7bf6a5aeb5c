import { expect, it } from "vitest";
import { safeHref } from "./safe-href.ts";

it.each([
  ["https://example.org/a?b=c", "https://example.org/a?b=c"],
  ["HTTP://EXAMPLE.org", "http://example.org/"],
  ["mailto:ada@example.org", "mailto:ada@example.org"],
])("lets %s through", (url, href) => {
  expect(safeHref(url)).toBe(href);
});

it.each([
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "//evil.example",
  "/plans",
  "data:text/html,x",
  "file:///etc/passwd",
  "mailto:",
  `https://example.org/${"a".repeat(2_000)}`,
  "",
  undefined,
])("refuses %s", (url) => {
  expect(safeHref(url)).toBeNull();
});
