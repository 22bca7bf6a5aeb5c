import { describe, expect, it } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

const OWN = "https://research.example";

describe("a request is same-origin", () => {
  it.each([
    { origin: OWN },
    { "sec-fetch-site": "same-origin" },
    { origin: OWN, "sec-fetch-site": "same-origin" },
  ])("with %o", (headers) => {
    expect(isSameOrigin({ headers: new Headers(headers as Record<string, string>) }, OWN)).toBe(
      true,
    );
  });
});

describe("a request is refused", () => {
  it.each([
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
  ])("with %o", (headers) => {
    expect(isSameOrigin({ headers: new Headers(headers as Record<string, string>) }, OWN)).toBe(
      false,
    );
  });
});
