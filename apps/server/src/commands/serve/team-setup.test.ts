import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseOptions } from "../../parse-options.ts";
import { writeTeam } from "../../stored-team.ts";
import { TEAM_OPTIONS } from "./team-options.ts";
import { prepareTeam } from "./team-setup.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "trovella-setup-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("--team without a terminal", () => {
  it.each([
    [["--team"], /needs the URL .* Next: add --public-url/],
    [["--team", "--public-url", "http://research.example"], /unencrypted\. Next: /],
    [["--team", "--public-url", "https://research.example/x"], /no path/],
    [["--team", "--public-url", "ftp://127.0.0.1"], /cannot be the public URL/],
    [["--public-url", "https://research.example"], /with --team only/],
    [["--password-stdin"], /with --team only/],
  ])("refuses %j", async (options, problem) => {
    await expect(prepared(options)).rejects.toThrow(problem);
  });

  it("refuses the embedded database beside another one", async () => {
    const environment = { DATABASE_URL: "postgres://db.example/x" };
    await expect(prepared(["--team"], environment)).rejects.toThrow(/Next: set TROVELLA_MODE=team/);
  });

  it("makes a secret that only this user can read", async () => {
    const setup = await prepared(["--team", "--public-url", "http://127.0.0.1:5000/"]);
    const file = path.join(directory, "secret");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(setup?.variables).toEqual({
      TROVELLA_MODE: "team",
      TROVELLA_TEAM_DATABASE: "embedded",
      TROVELLA_PUBLIC_URL: "http://127.0.0.1:5000",
      TROVELLA_SECRET: readFileSync(file, "utf8").trim(),
      PORT: "5000",
    });
  });

  it("moves a team to another URL, and keeps its port for a proxy or tunnel", async () => {
    await writeTeam(directory, { publicUrl: "http://127.0.0.1:5000", port: "5000" });
    const stored = { PORT: "5000", TROVELLA_PUBLIC_URL: "http://127.0.0.1:5000" };
    const move = (url: string) => prepared(["--team", "--public-url", url], stored);
    const PORT = async (url: string) => (await move(url))?.variables.PORT;
    expect(await PORT("https://research.example")).toBe("5000");
    expect(await PORT("http://127.0.0.1:6000")).toBe("6000");
    const again = await prepared(["--team"], stored);
    expect(again?.variables.TROVELLA_PUBLIC_URL).toBe("http://127.0.0.1:5000");
  });
});

function prepared(options: string[], environment: Record<string, string> = {}) {
  const parsed = parseOptions("serve", TEAM_OPTIONS, options);
  return prepareTeam(parsed, { TROVELLA_DATA_DIR: directory, ...environment });
}
