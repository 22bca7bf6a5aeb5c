import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

const OWN = "https://research.example";

const ACCEPTED: readonly Record<string, string>[] = [
  { origin: OWN },
  { "sec-fetch-site": "same-origin" },
  { origin: OWN, "sec-fetch-site": "same-origin" },
];

const REFUSED: readonly Record<string, string>[] = [
  {},
  { origin: "null" },
  { origin: "https://evil.example" },
  { origin: "http://research.example" },
  { origin: `${OWN}:8443` },
  { origin: `${OWN}/` },
  { origin: `${OWN}.evil.example` },
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "" },
  { origin: OWN, "sec-fetch-site": "none" },
  { origin: OWN, "sec-fetch-site": "same-site" },
  { origin: OWN, "sec-fetch-site": "cross-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
];

describe("a request is same-origin", () => {
  it.each(ACCEPTED)("with %o", (headers) => {
    expect(isSameOrigin({ headers: new Headers(headers) }, OWN)).toBe(true);
  });
});

describe("a request is refused", () => {
  it.each(REFUSED)("with %o", (headers) => {
    expect(isSameOrigin({ headers: new Headers(headers) }, OWN)).toBe(false);
  });
});
