import { describe, expect, it } from "vitest";
import { type CaptureOutcome, failedOutcome, outcomeOf } from "./capture-outcome.ts";
import type { FetchProblem } from "./guard/index.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const OPTIONS = { now: NOW, retryMs: 30_000 };
const PAGE = {
  text: "Words of the page.",
  words: 4,
  title: null,
  language: "en",
  extractor: "html 1",
};
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

describe("a page that was read", () => {
  it("becomes a capture with its text, its hashes and where it was found", () => {
    expect(outcome({ status: 200, page: PAGE })).toEqual({
      capture: {
        id: expect.stringMatching(/^cap_/),
        key: "k",
        url: "https://a.example/1",
        finalUrl: "https://a.example/2",
        capturedBy: "server",
        httpStatus: 200,
        contentType: "text/html",
        fetchedAt: NOW,
        bytesSha256: "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
        textSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        failure: null,
        ...PAGE,
      },
    });
  });

  it.each([
    [404, "dead"],
    [410, "dead"],
    [401, "status"],
    [403, "status"],
    [451, "status"],
    [304, "status"],
  ])("with status %i is %s at once, without a text", (status, failure) => {
    expect(outcome({ status, page: PAGE })).toMatchObject({
      capture: {
        failure,
        httpStatus: status,
        text: "",
        textSha256: EMPTY,
        words: 0,
        extractor: null,
      },
    });
  });

  it("without readable text is unreadable", () => {
    expect(outcome({ status: 200, page: null })).toMatchObject({
      capture: { failure: "unreadable", httpStatus: 200, contentType: "text/html" },
    });
  });

  it("has no more of a type and a URL than fits", () => {
    const headers = { "content-type": "x".repeat(5_000) };
    const { capture } = outcome({ status: 200, page: PAGE, headers }) as { capture: object };
    expect(capture).toMatchObject({ contentType: "x".repeat(200) });
  });
});

describe("another attempt", () => {
  it.each(["slow", "unreachable"] as const)(
    "is made twice when it was %s, then that is stored",
    (problem) => {
      const failed = (attempts: number) =>
        failedOutcome(job(attempts), { problem, detail: "E" }, OPTIONS);
      expect(failed(0)).toEqual({ waitMs: 30_000, problem: `${problem}: E` });
      expect(failed(1)).toEqual({ waitMs: 120_000, problem: `${problem}: E` });
      expect(failed(2)).toMatchObject({ capture: { failure: problem, httpStatus: null } });
      expect(failed(7)).toHaveProperty("capture");
    },
  );

  it.each([429, 500, 502, 503])("is made twice for status %i, then that is stored", (status) => {
    expect(outcome({ status, page: null })).toEqual({
      waitMs: 30_000,
      problem: `status ${status}`,
    });
    expect(outcome({ status, page: null, attempts: 1 })).toMatchObject({ waitMs: 120_000 });
    expect(outcome({ status, page: null, attempts: 2 })).toMatchObject({
      capture: { failure: "status", httpStatus: status },
    });
  });

  it.each([
    ["60", 60_000],
    ["1", 30_000],
    ["3600", 3_600_000],
    ["999999", 3_600_000],
    ["Sun, 01 Mar 2026 12:10:00 GMT", 600_000],
    ["Sun, 01 Mar 2026 11:00:00 GMT", 30_000],
    ["soon", 30_000],
    ["-5", 30_000],
  ])("waits as long as the site asks, up to an hour: %s", (value, waitMs) => {
    const headers = { "retry-after": value };
    expect(outcome({ status: 429, page: null, headers })).toMatchObject({ waitMs });
  });

  it.each([
    ["refused", "refused"],
    ["too_large", "too_large"],
    ["unreadable", "unreadable"],
    ["redirects", "status"],
  ] as const)("is not made when it was %s", (problem, failure) => {
    const detail = "its host has no public IP address";
    const found = failedOutcome(job(0), { problem, detail } satisfies FetchProblem, OPTIONS);
    expect(found).toMatchObject({ capture: { failure, text: "" } });
    // It would tell users about the internal network.
    expect(JSON.stringify(found)).not.toContain(detail);
  });
});

function job(attempts: number) {
  return { key: "k", url: "https://a.example/1", attempts };
}

function outcome({
  status,
  page,
  attempts = 0,
  headers = { "content-type": "text/html" },
}: {
  status: number;
  page: typeof PAGE | null;
  attempts?: number;
  headers?: Record<string, string>;
}): CaptureOutcome {
  const resource = { status, finalUrl: "https://a.example/2", headers, bytes: Buffer.from("x") };
  return outcomeOf(job(attempts), { resource, page }, OPTIONS);
}
