import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

it.runIf(process.platform === "linux")(
  "gives processes that start at once, some of them killed, one PostgreSQL that loses nothing",
  async () => {
    const proof = spawn(
      process.execPath,
      ["--import", "tsx", "test/proof/embedded-start-race.ts", "2", "--untimed"],
      { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] },
    );
    const [output, [exitCode]] = await Promise.all([text(proof.stdout), once(proof, "exit")]);
    expect(output).toContain("0 promises broken");
    expect(output).toMatch(/2 rounds: .* [1-9]\d* acknowledged rows; 0 lost; at most 1 postmaster/);
    expect(exitCode).toBe(0);
  },
);
