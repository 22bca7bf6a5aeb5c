import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

// The long forms run under `npm run proof`; these are the same programs with smaller numbers.

it("hands no attempt out twice and loses no update when 16 workers share 40 plans", () => {
  const { output, status } = runProof("plan-contention", "40");
  expect(output).toMatch(
    /200 claims, 0 attempts claimed twice, 0 updates lost, 40 plans completed/,
  );
  expect(output).toMatch(/ 0 differences/);
  expect(status).toBe(0);
});

it("keeps every acknowledged write when PostgreSQL and its clients are killed under load", () => {
  const { output, status } = runProof("plan-kills", "6");
  expect(output).toMatch(/ 0 missing; 0 half-written plans; .* 0 differences/);
  expect(status).toBe(0);
});

function runProof(name: string, size: string): { output: string; status: number | null } {
  const file = fileURLToPath(new URL(`../proof/${name}.ts`, import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--import", "tsx", file, size], {
    encoding: "utf8",
  });
  return { output: stdout + stderr, status };
}
