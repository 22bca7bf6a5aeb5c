import { withTenantContext } from "@trovella/db";
import { endedPlanWithRefusals } from "@trovella/testing/audit/refused-results";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { measureTables } from "./measure-tables.ts";

const A = { organizationId: "org_a" };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

it("measures what an organization's own rows take, refused results apart", async () => {
  const endedAt = new Date("2026-01-01T12:00:00Z");
  await endedPlanWithRefusals(test.database, A, { refusals: 3, endedAt });
  const [first, ...others] = await measured(A.organizationId);
  expect(first).toMatchObject({ table: "plan_audit_log, refused results", rows: 3 });
  expect(first?.bytes).toBeGreaterThan(3 * 2_600);
  expect(others).toContainEqual({ table: "plan_step", rows: 1, bytes: expect.any(Number) });
  expect(others.map(({ bytes }) => bytes)).toEqual(
    others.map(({ bytes }) => bytes).toSorted((one, other) => other - one),
  );
  expect(await measured("org_b")).toEqual([]);
});

function measured(organizationId: string) {
  return withTenantContext(test.database, { organizationId }, measureTables);
}
