import { expect, it } from "vitest";
import { webLink } from "./web-link.ts";

it.each([
  ["https://example.org/a b", "https://example.org/a%20b"],
  ["HTTP://EXAMPLE.org", "http://example.org/"],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["example.org", null],
  ["", null],
  [null, null],
])("of %j is %j", (url, expected) => {
  expect(webLink(url)).toBe(expected);
});
