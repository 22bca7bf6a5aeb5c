import { expect, it } from "vitest";
import { webLink } from "./web-link.ts";

it.each(["https://example.org/a", "http://example.org/?q=1"])("follows %s", (url) => {
  expect(webLink(url)).toBe(url);
});

it.each([
  null,
  "",
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "//example.org",
  "example.org",
])("does not follow %s", (url) => {
  expect(webLink(url)).toBeNull();
});
