import { describe, expect, it } from "vitest";
import { CLAIM_STATUSES, type ClaimStatus } from "./claim.ts";
import { type GatedClaim, gateOf } from "./gate.ts";

const claim = (handle: string, overrides: Partial<GatedClaim> = {}): GatedClaim => ({
  handle,
  statement: `Statement ${handle}.`,
  status: "supported",
  isKey: false,
  isDisputed: false,
  problem: null,
  ...overrides,
});
const keyClaim = (handle: string, status: ClaimStatus = "supported") =>
  claim(handle, { isKey: true, status });

describe("gateOf", () => {
  it("R29 passes by the status of a key claim", () => {
    const passing = CLAIM_STATUSES.filter(
      (status) => gateOf([keyClaim("c1", status)], "strict").passed,
    );
    expect(passing).toEqual(["supported", "derived", "confirmed"]);
  });

  it("R29 does not pass without a key claim", () => {
    expect(gateOf([], "strict")).toMatchObject({ total: 0, key: 0, counts: {}, passed: false });
    const gate = gateOf([claim("c1"), claim("c2")], "strict");
    expect(gate).toMatchObject({ total: 2, key: 0, passed: false, failing: [] });
  });

  it("R29 lets other claims be weak or unsupported, but not contradicted without saying so", () => {
    const withMinor = (overrides: Partial<GatedClaim>) =>
      gateOf([keyClaim("c1"), claim("c2", overrides)], "strict").passed;
    expect(CLAIM_STATUSES.filter((status) => !withMinor({ status }))).toEqual(["contradicted"]);
    expect(withMinor({ status: "contradicted", isDisputed: true })).toBe(true);
    const disputed = { ...keyClaim("c3", "contradicted"), isDisputed: true };
    expect(gateOf([disputed], "strict").passed).toBe(false);
  });

  it("names what fails, key claims first, and says what is wrong", () => {
    const gate = gateOf(
      [
        claim("c1", { status: "contradicted", problem: "The source says otherwise." }),
        claim("c2", { status: "weak" }),
        keyClaim("c3", "unchecked"),
        keyClaim("c4"),
        { ...keyClaim("c5", "unsupported"), problem: " " },
      ],
      "strict",
    );
    expect(gate.failing).toEqual([
      { handle: "c3", statement: "Statement c3.", problem: "It is unchecked." },
      { handle: "c5", statement: "Statement c5.", problem: "It is unsupported." },
      { handle: "c1", statement: "Statement c1.", problem: "The source says otherwise." },
    ]);
    expect(gate.counts).toEqual({
      contradicted: 1,
      weak: 1,
      unchecked: 1,
      supported: 1,
      unsupported: 1,
    });
    expect([gate.total, gate.key, gate.passed]).toEqual([5, 3, false]);
  });

  it("names twenty at most, with problems of bounded length", () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...keyClaim(`c${index + 1}`, "unsupported"),
      problem: "x".repeat(998) + "😀".repeat(9),
    }));
    const { failing, key } = gateOf(many, "strict");
    expect([failing.length, key, failing.at(-1)?.handle]).toEqual([20, 30, "c20"]);
    expect(failing[0]?.problem).toBe(`${"x".repeat(998)}…`);
    const whole = gateOf([{ ...keyClaim("c1", "weak"), problem: "y".repeat(1_000) }], "strict");
    expect(whole.failing[0]?.problem).toBe("y".repeat(1_000));
  });

  it("says the same under warn, and lets everything pass under off", () => {
    const claims = [keyClaim("c1", "unsupported"), claim("c2", { status: "contradicted" })];
    expect(gateOf(claims, "warn")).toEqual(gateOf(claims, "strict"));
    expect(gateOf(claims, "off")).toMatchObject({ passed: true, failing: [], total: 2 });
    expect(gateOf([], "off").passed).toBe(true);
  });

  it("has a digest of all that it looked at, whatever the order", () => {
    const claims = [keyClaim("c1"), claim("c2")];
    const { digest } = gateOf(claims, "strict");
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(gateOf(claims.toReversed(), "strict").digest).toBe(digest);
    const others: Partial<GatedClaim>[] = [
      { handle: "c3" },
      { statement: "Another." },
      { status: "weak" },
      { isKey: true },
      { isDisputed: true },
    ];
    const digests = others.map(
      (change) => gateOf([keyClaim("c1"), claim("c2", change)], "strict").digest,
    );
    expect(new Set([digest, ...digests]).size).toBe(6);
  });
});
