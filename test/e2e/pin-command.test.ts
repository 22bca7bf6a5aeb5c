import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runTrovella } from "./support/trovella-process.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "trovella-pin-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("trovella pin", () => {
  it("sets, replaces and removes the PIN, each time with the current one", async () => {
    expect(await pin("status")).toMatchObject({ stdout: "No review PIN is set.\n" });
    expect(await pin("set", "1234\n")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(statSync(path.join(directory, "review-pin")).mode & 0o777).toBe(0o600);
    expect(await pin("status")).toMatchObject({ stdout: "A review PIN is set.\n" });

    for (const input of ["5678\n", "5678\n5678\n", ""]) {
      expect(await pin("set", input)).toMatchObject({ exitCode: 1, stdout: "" });
      expect(await pin("remove", input)).toMatchObject({ exitCode: 1, stdout: "" });
    }
    expect(await pin("set", "1234\n5678\n")).toMatchObject({ exitCode: 0 });
    expect((await pin("remove", "1234\n")).stderr).toMatch(/^Wrong PIN\. Next: .*\n$/);
    expect(await pin("remove", "5678\n")).toMatchObject({ exitCode: 0 });
    expect(await pin("remove", "")).toMatchObject({ stdout: "No review PIN is set.\n" });
    const { stdout } = await runTrovella(["pin", "status", "--json"], environment());
    expect(JSON.parse(stdout)).toEqual({ isSet: false });
  });

  it.each(["", "123", "x".repeat(33), "12\t34"])("refuses the PIN %j", async (text) => {
    const { exitCode, stderr } = await pin("set", `${text}\n`);
    expect([exitCode, stderr]).toEqual([2, "The PIN must have 4 to 32 characters.\n"]);
    expect(await pin("status")).toMatchObject({ stdout: "No review PIN is set.\n" });
  });

  it.each(["set", "remove", "status"])("%s is for local mode", async (command) => {
    const team = {
      TROVELLA_MODE: "team",
      DATABASE_URL: "postgresql://localhost/x",
      TROVELLA_PUBLIC_URL: "http://localhost:4737",
      TROVELLA_SECRET: "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u",
    };
    const { exitCode, stdout, stderr } = await runTrovella(["pin", command], team);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^The review PIN is for local mode\. .*Next: .*\n$/);
  });
});

function environment(): Record<string, string> {
  return { TROVELLA_DATA_DIR: directory };
}

function pin(command: string, input = "") {
  return runTrovella(["pin", command], environment(), { input });
}
