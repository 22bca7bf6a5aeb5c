import { CHANGES } from "@trovella/testing/audit/changes";
import { runTampering } from "@trovella/testing/audit/tampering-run";
import { expect, inject, it } from "vitest";

it("finds every change of a sealed record, and nothing in untouched ones", async () => {
  const changes = 4 * Object.keys(CHANGES).length;
  const result = await runTampering(inject("socketDirectory"), { histories: 40, changes });
  expect(result).toMatchObject({ histories: 40, alarms: [], changes, missed: [] });
  expect(result.kinds).toBeGreaterThan(35);
});
