import { expect, it } from "vitest";
import { proveEvidence } from "../proof/evidence/prove-evidence.ts";
import { testDirectory } from "./support/test-directory.ts";

// `npm run proof -- evidence` does the same with 500 claims and waits for slow pages.

it("claims become what the pages of a web site make of them, and nothing inside the network is read", async () => {
  const dataDirectory = testDirectory();
  const sizes = { claims: 64, attempts: 24, isPatient: false };
  const { lines, isKept } = await proveEvidence({ dataDirectory, ...sizes });
  expect(lines.join("\n")).toMatch(/^64 claims on \d+ pages: 0 mismatches/m);
  expect(lines.join("\n")).toMatch(/^24 attempts .* 0 requests to one, 0 connections/m);
  expect(isKept, lines.join("\n")).toBe(true);
});
