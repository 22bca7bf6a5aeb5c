import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createEmptyDatabase, type EmptyDatabase } from "@trovella/testing/database/empty-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEAM_SECRET } from "./support/team-server.ts";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella } from "./support/trovella-process.ts";

const EMAIL = "ada@test.example";
const OTHER_SECRET = [...TEAM_SECRET].reverse().join("");

const folder = mkdtempSync(path.join(tmpdir(), "trovella-operator-"));
const backup = path.join(folder, "backup.jsonl.gz");
let source: EmptyDatabase;
let target: EmptyDatabase;

beforeAll(async () => {
  await runTrovella(["doctor", "--start"]);
  const socketDirectory = path.join(testDirectory(), "run");
  source = await createEmptyDatabase(socketDirectory);
  target = await createEmptyDatabase(socketDirectory);
  await trovella("migrate");
  await trovella("user", "create", "--email", EMAIL, "--name", "Ada", "--organization", "alpha");
});
afterAll(async () => {
  await source.drop();
  await target.drop();
  rmSync(folder, { recursive: true });
});

describe("user reset-password and user sign-out", () => {
  it.each(["reset-password", "sign-out"])(
    "%s ends tokens only with --everything",
    async (command) => {
      await trovella("token", "create", "--email", EMAIL, "--name", "Laptop");
      const ended: number[] = [];
      for (const options of [[], ["--everything"], ["--everything"]]) {
        const end = ["user", command, "--email", EMAIL, "--json", ...options];
        ended.push(JSON.parse(await trovella(...end)).tokens);
      }
      expect(ended).toEqual([0, 1, 0]);
    },
  );
});

describe("restore in team mode", () => {
  it("refuses a backup that this server did not sign, unless it is told to trust it", async () => {
    await trovella("token", "create", "--email", EMAIL, "--name", "Laptop");
    await trovella("backup", backup);
    const other = { DATABASE_URL: target.url, TROVELLA_SECRET: OTHER_SECRET };
    const refused = await runTrovella(["restore", backup], environment(other));
    expect([refused.exitCode, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(
      /was not signed by this server.*nothing was changed.*--unsigned/,
    );
    const trusted = await runTrovella(["restore", backup, "--unsigned"], environment(other));
    expect(trusted.stdout).toContain("It brought 1 user, 1 owner and 1 access token.");
    expect(trusted.stdout).toContain("Its signature was not this server's");
  });

  it("takes its own", async () => {
    const own = environment({ DATABASE_URL: target.url });
    const { exitCode, stdout } = await runTrovella(["restore", backup, "--replace"], own);
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain("signature");
  });
});

function environment(changes: Record<string, string> = {}) {
  return {
    TROVELLA_MODE: "team",
    DATABASE_URL: source.url,
    TROVELLA_PUBLIC_URL: "http://localhost:4737",
    TROVELLA_SECRET: TEAM_SECRET,
    ...changes,
  };
}

async function trovella(...options: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runTrovella(options, environment());
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  return stdout;
}
