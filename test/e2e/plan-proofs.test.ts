import { expect, it } from "vitest";
import { runProof } from "./support/run-proof.ts";

// `npm run proof` runs the same programs with larger parameters.

it("hands no attempt out twice and loses no update when 16 workers share 40 plans", async () => {
  const { output, status } = await runProof("plan-contention", "40");
  expect(output).toMatch(
    /200 claims, 0 attempts claimed twice, 0 updates lost, 40 plans completed/,
  );
  expect(output).toMatch(/ 0 differences/);
  expect(status, output).toBe(0);
});

it("keeps every acknowledged write when PostgreSQL and its clients are killed under load", async () => {
  const { output, status } = await runProof("plan-kills", "6");
  expect(output).toMatch(/ 0 missing; 0 half-written plans; .* 0 differences/);
  expect(status, output).toBe(0);
});

it("has a document of every ended plan with a finding or result, though agents die and servers are killed", async () => {
  const { output, status } = await runProof("always-a-document", "24", "1");
  expect(output).toMatch(/finding or result and no document: 0; .* 0 composed twice; 0 flags/);
  expect(output).toMatch(/ 0 problems; verify: 0 differences/);
  expect(status, output).toBe(0);
});

it("keeps the reserve for the closing step in fleets of 1, 4 and 16 agents", async () => {
  const { output, status } = await runProof("budget-fleets", "300");
  expect(output).toMatch(/300 runs, 0 without the reserve/);
  expect(status, output).toBe(0);
});

it("tells a webhook everything in order, though servers are killed between commit and delivery", async () => {
  const { output, status } = await runProof("webhooks", "2");
  expect(output).toMatch(/2 kills .* of them with committed events not yet received/);
  expect(output).toMatch(/0 events lost, 0 unknown, 0 ids with more than one content, 0 plans out/);
  expect(status, output).toBe(0);
});
