import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "./config.ts";
import { teamVariables, writeTeam } from "./stored-team.ts";

const SECRET = "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "trovella-team-"));
  writeFileSync(path.join(directory, "secret"), `${SECRET}\n`);
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("the team of a data directory", () => {
  it("brings the settings that team mode needs, without a database server", async () => {
    await writeTeam(directory, { publicUrl: "https://research.example", port: "5000" });
    const config = loadConfig({ ...environment(), ...teamVariables(environment()) });
    expect(config).toMatchObject({
      TROVELLA_MODE: "team",
      TROVELLA_PUBLIC_URL: "https://research.example",
      TROVELLA_SECRET: SECRET,
      PORT: 5000,
    });
  });

  it("leaves the environment its say", async () => {
    await writeTeam(directory, { publicUrl: "https://research.example", port: "5000" });
    const own = { TROVELLA_PUBLIC_URL: "https://other.example", PORT: "6000" };
    expect(teamVariables(environment(own))).toEqual({
      TROVELLA_MODE: "team",
      TROVELLA_TEAM_DATABASE: "embedded",
      TROVELLA_SECRET: SECRET,
    });
    expect(teamVariables(environment({ DATABASE_URL: "postgres://db.example/x" }))).toEqual({});
  });

  it("is not served without sign-in", async () => {
    await writeTeam(directory, { publicUrl: "https://research.example" });
    expect(() => teamVariables(environment({ TROVELLA_MODE: "local" }))).toThrow(
      /belongs to a team.*Next: unset TROVELLA_MODE/,
    );
  });

  it("is nothing where none was set up", () => {
    expect(teamVariables(environment())).toEqual({});
  });

  it.each([
    "",
    "{",
    "[]",
    '{"publicUrl":"http://research.example"}',
    `{"publicUrl":"https://a.example","x":"${"y".repeat(20_000)}"}`,
    '{"publicUrl":"https://a.example","port":5000}',
  ])("is not taken for local mode when its file is %j", (text) => {
    writeFileSync(path.join(directory, "team.json"), text);
    expect(() => teamVariables(environment())).toThrow(/is damaged.*Next: remove the file/);
  });
});

function environment(more: Record<string, string> = {}) {
  return { TROVELLA_DATA_DIR: directory, ...more };
}
