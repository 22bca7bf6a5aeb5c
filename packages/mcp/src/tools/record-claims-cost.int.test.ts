import { countRoundTrips } from "@trovella/testing/database/count-round-trips";
import { createPlan, createTestServer, type TestServer } from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const SENTENCES = Array.from(
  { length: 20 },
  (_, index) => `Station ${index + 1} measured ${index + 31} millimetres of rain in that month.`,
);

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());

it("20 claims take at most 6 round trips", async () => {
  const { handle } = await createPlan(server, 3);
  await server.call("store_research", {
    artifactType: "source",
    title: "Rain",
    content: "Read.",
    sources: [{ url: "https://rain.example", title: "Rain", text: SENTENCES.join(" ") }],
    planId: handle,
  });
  const record = (key: string) =>
    server.call("record_claims", {
      planId: handle,
      claims: SENTENCES.map((quote) => ({
        statement: quote,
        evidence: [{ sourceId: "1", quote }],
      })),
      idempotencyKey: key,
    });
  await record("first");
  let reply: Awaited<ReturnType<typeof record>> = {};
  const roundTrips = await countRoundTrips(async () => {
    reply = await record("second");
  });
  process.stdout.write(`record_claims of 20 claims: ${roundTrips} round trips\n`);
  expect(reply.summary).toMatchObject({ total: 40, supported: 40 });
  expect(roundTrips).toBeGreaterThan(1);
  expect(roundTrips).toBeLessThanOrEqual(6);
});
