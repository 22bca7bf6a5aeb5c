import { expect, it } from "vitest";
import { runProof } from "./support/run-proof.ts";

it.runIf(process.platform === "linux")(
  "gives concurrently starting processes, some of them killed, one PostgreSQL that loses nothing",
  async () => {
    const { output, status } = await runProof("embedded-start-race", "2", "--untimed");
    expect(output).toContain("0 promises broken");
    expect(output).toMatch(/2 rounds: .* [1-9]\d* acknowledged rows; 0 lost; at most 1 postmaster/);
    expect(status, output).toBe(0);
  },
);
