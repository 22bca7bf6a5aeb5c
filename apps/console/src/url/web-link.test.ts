import { expect, it } from "vitest";
import { webLink } from "./web-link.ts";

it("passes http(s) URLs and nothing else", () => {
  expect(webLink("https://example.org/a b?c")).toBe("https://example.org/a%20b?c");
  expect(webLink("HTTP://EXAMPLE.org")).toBe("http://example.org/");
  for (const other of [
    null,
    "",
    "javascript:alert(1)",
    " java\nscript:alert(1)",
    "data:text/html,x",
    "//example.org",
    "/api",
    "file:///etc/passwd",
    "mailto:a@example.org",
  ]) {
    expect(webLink(other)).toBeNull();
  }
});
