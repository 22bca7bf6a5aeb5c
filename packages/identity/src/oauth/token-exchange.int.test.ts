import { openReplicas } from "@trovella/testing/credentials/token-races";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

let test: TestDatabase;
let replicas: Awaited<ReturnType<typeof openReplicas>>;
beforeAll(async () => {
  test = await createTestDatabase(inject("socketDirectory"), []);
  replicas = await openReplicas(test.target, 2);
});
afterAll(async () => {
  await replicas.close();
  await test.drop();
});

it("200 refreshes at once over two servers give the same successors, and one family lives", async () => {
  expect(await replicas.refreshTogether(200)).toEqual({
    refused: 0,
    successors: 1,
    liveFamilies: 1,
    liveRefreshTokens: 1,
    isGoodEverywhere: true,
    goesOn: true,
  });
});

it("200 races of revoking at one server and refreshing at the other leave nothing alive", async () => {
  const { refreshedFirst, revokedFirst, ...left } = await replicas.revokeAgainstRefresh(200);
  expect(left).toEqual({ liveTokens: 0, goodAnswers: 0 });
  // Both orders must have come about, or nothing was shown.
  expect(Math.min(refreshedFirst, revokedFirst)).toBeGreaterThan(0);
  expect(refreshedFirst + revokedFirst).toBe(200);
});
