import { type DecisionRule, isAsked, WHO_DECIDES } from "@trovella/plan-engine";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { queryRows } from "../connection/query-rows.ts";
import { compose, sql } from "../connection/sql.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { isAskedOf } from "./asked-person.ts";

const REVIEWERS = [
  { userId: "ada", isAdmin: false },
  { userId: "grace", isAdmin: false },
  { userId: "boss", isAdmin: true },
  { userId: "linus", isAdmin: true },
];
const PEOPLE = [...REVIEWERS.map(({ userId }) => userId), "left", null];

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

it("R38 SQL finds the reviews that a person is asked for exactly as the engine does", async () => {
  const pairs = PEOPLE.flatMap((ownerId) => PEOPLE.map((assigneeId) => ({ ownerId, assigneeId })));
  let asked = 0;
  for (const whoDecides of WHO_DECIDES) {
    for (const reviewers of [REVIEWERS, REVIEWERS.slice(0, 3), []]) {
      const rule: DecisionRule = { whoDecides, reviewers };
      for (const userId of ["ada", "grace", "boss", "linus", "left"]) {
        const found = await plansAskedOf({ userId, rule }, pairs);
        const expected = pairs.map((people) => isAsked(rule, people, userId));
        expect(found).toEqual(expected);
        asked += expected.filter(Boolean).length;
      }
    }
  }
  expect(asked).toBeGreaterThan(100);
});

function plansAskedOf(
  viewpoint: Parameters<typeof isAskedOf>[1],
  pairs: readonly { ownerId: string | null; assigneeId: string | null }[],
): Promise<boolean[]> {
  return withTenantContext(test.database, { organizationId: "org_a" }, async (context) => {
    const query = sql`SELECT coalesce(${isAskedOf("plan", viewpoint)}, false) AS asked
      FROM jsonb_to_recordset(${JSON.stringify(
        pairs.map(({ ownerId, assigneeId }, place) => ({
          place,
          created_by: ownerId,
          assignee_id: assigneeId,
        })),
      )}::jsonb) AS plan (place integer, created_by text, assignee_id text) ORDER BY place`;
    const rows = await queryRows<{ asked: boolean }>(context, compose(query));
    return rows.map(({ asked }) => asked);
  });
}
