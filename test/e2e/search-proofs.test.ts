import { expect, it } from "vitest";
import { runProof } from "./support/run-proof.ts";

// `npm run proof` runs the same program with larger parameters.

it("finds every stored text when the process is killed repeatedly", async () => {
  const { output, status } = await runProof("search-kills", "4", "200");
  expect(output).toMatch(/^4 kills: 2\d\d texts acknowledged/m);
  expect(output).toMatch(/ 0 not found by words, 0 not found by meaning; verify: 0 differences/);
  expect(status, output).toBe(0);
});
