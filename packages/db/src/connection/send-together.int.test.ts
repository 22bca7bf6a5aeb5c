import { countRoundTrips } from "@trovella/testing/database/count-round-trips";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { rowsOf } from "./query-rows.ts";
import { type Sender, sendTogether } from "./send-together.ts";
import { defineStatement, execution } from "./statement.ts";
import { withTenantContext } from "./tenant-context.ts";

const ADD = defineStatement("SELECT $1::int + 1 AS next");
const FAIL = defineStatement("SELECT 1 / 0");
const tenant = { organizationId: "org_a" };

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"));
});
afterAll(() => test.drop());

async function next(sender: Sender, ...numbers: number[]): Promise<number[]> {
  const results = await sender.send(numbers.map((number) => execution(ADD, [number])));
  return results.map((result) => rowsOf<{ next: number }>(result)[0]?.next ?? 0);
}

it("sends what reads need in one round trip, and gives each its own results", async () => {
  let found: unknown;
  const roundTrips = await countRoundTrips(() =>
    withTenantContext(test.database, tenant, async (context) => {
      found = await sendTogether(context, [
        (sender) => next(sender, 1, 2),
        async () => "nothing",
        (sender) => next(sender, 10),
      ]);
    }),
  );
  expect(found).toEqual([[2, 3], "nothing", [11]]);
  // The other is the commit.
  expect(roundTrips).toBe(2);
});

it("sends what a read needs later on its own", async () => {
  const found = await withTenantContext(test.database, tenant, (context) =>
    sendTogether(context, [
      async (sender) => next(sender, ...(await next(sender, 1))),
      (sender) => next(sender, 10),
    ]),
  );
  expect(found).toEqual([[3], [11]]);
});

it("fails as a whole", async () => {
  const failing = withTenantContext(test.database, tenant, (context) =>
    sendTogether(context, [
      (sender) => next(sender, 1),
      (sender) => sender.send([execution(FAIL)]),
    ]),
  );
  await expect(failing).rejects.toThrow("division by zero");
  const throwing = withTenantContext(test.database, tenant, (context) =>
    sendTogether(context, [
      (sender) => next(sender, 1),
      () => Promise.reject(new Error("not sent")),
    ]),
  );
  await expect(throwing).rejects.toThrow("not sent");
});
