import { expect, it } from "vitest";
import { webLink } from "./web-link.ts";

it("leads to the web", () => {
  expect(webLink("https://example.org/a?b=c")).toBe("https://example.org/a?b=c");
  expect(webLink("HTTP://example.org")).toBe("http://example.org/");
});

it.each([
  null,
  "",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<b>",
  "file:///etc/passwd",
  "//example.org",
  "example.org",
])("does not lead to %s", (url) => {
  expect(webLink(url)).toBeNull();
});
