import { describe, expect, it } from "vitest";
import { isSafeOrSameOrigin, isSameOriginOrProgram } from "./same-origin.ts";

const PUBLIC = "https://research.example";
const HOST = "127.0.0.1:4737";

describe("a request with a session", () => {
  it.each([
    ["GET", {}, true],
    ["HEAD", { origin: "https://evil.example" }, true],
    ["POST", {}, false],
    ["POST", { origin: PUBLIC }, true],
    ["DELETE", { origin: "https://evil.example" }, false],
  ])("%s with %o", (method, headers, isAccepted) => {
    expect(isSafeOrSameOrigin(post(headers, method), PUBLIC)).toBe(isAccepted);
  });
});

describe("a request without a credential", () => {
  it.each([
    [{}, true],
    [{ "sec-fetch-site": "none" }, true],
    [{ origin: `http://${HOST}` }, true],
    [{ origin: `https://${HOST}`, "sec-fetch-site": "same-origin" }, true],
    [{ origin: PUBLIC, "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "same-site" }, false],
    [{ origin: PUBLIC, "sec-fetch-site": "cross-site" }, false],
    [{ origin: "http://127.0.0.1:3000" }, false],
    [{ origin: "null" }, false],
    [{ origin: "" }, false],
  ])("with %o", (headers, isAccepted) => {
    expect(isSameOriginOrProgram(post(headers), PUBLIC)).toBe(isAccepted);
  });

  it("has no public origin to match in local mode", () => {
    expect(isSameOriginOrProgram(post({ origin: PUBLIC }), null)).toBe(false);
  });
});

function post(headers: object, method = "POST"): Request {
  return new Request(`http://${HOST}/api/trpc`, { method, headers: { host: HOST, ...headers } });
}
