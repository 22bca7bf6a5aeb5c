import { expect, it } from "vitest";
import { runProof } from "./support/run-proof.ts";

// `npm run proof` runs the same programs with larger parameters.

it("hands no attempt out twice and loses no update when 16 workers share 40 plans", async () => {
  const { output, status } = await runProof("plan-contention", "40");
  expect(output).toMatch(
    /200 claims, 0 attempts claimed twice, 0 updates lost, 40 plans completed/,
  );
  expect(output).toMatch(/ 0 differences/);
  expect(status).toBe(0);
});

it("keeps every acknowledged write when PostgreSQL and its clients are killed under load", async () => {
  const { output, status } = await runProof("plan-kills", "6");
  expect(output).toMatch(/ 0 missing; 0 half-written plans; .* 0 differences/);
  expect(status).toBe(0);
});
