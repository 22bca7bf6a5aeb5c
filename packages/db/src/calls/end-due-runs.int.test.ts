import { recordingDatabase } from "@trovella/testing/database/recording-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Database } from "../connection/database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { endDueRuns } from "./end-due-runs.ts";

const NOW = new Date("2026-03-01T12:00:00.000Z");

let test: TestDatabase;
let database: Database;
let looks = 0;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
  database = recordingDatabase(test.database, ({ text }) => {
    if (text.includes("skill_execution")) looks += 1;
  });
});
afterAll(() => test.drop());

it("looks for runs to end once a minute, for each organization", async () => {
  const look = (organizationId: string, seconds: number) =>
    withTenantContext(database, { organizationId }, (context) =>
      endDueRuns(context, { database, now: new Date(NOW.getTime() + seconds * 1_000) }),
    );
  const counts: number[] = [];
  for (const [organizationId, seconds] of [
    ["org_a", 0],
    ["org_a", 59],
    ["org_b", 59],
    ["org_a", 60],
    ["org_a", -1],
  ] as const) {
    await look(organizationId, seconds);
    counts.push(looks);
  }
  expect(counts).toEqual([1, 1, 2, 3, 4]);
});
