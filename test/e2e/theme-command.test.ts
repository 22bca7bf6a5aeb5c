import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectStdio } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella } from "./support/trovella-process.ts";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-theme-"));
const FILE = path.join(FOLDER, "theme.json");
/** One transparent pixel. */
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

beforeAll(async () => {
  writeFileSync(path.join(FOLDER, "logo.png"), Buffer.from(LOGO, "base64"));
  // The database exists after the first start.
  const trovella = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
  await trovella.close();
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("trovella theme", () => {
  it("shows, sets and resets how documents look, with a logo beside the file", async () => {
    const first = await runTrovella(["theme", "show"]);
    expect(JSON.parse(first.stdout)).toMatchObject({ name: "Trovella", logo: null });

    writeFileSync(FILE, JSON.stringify({ name: "Acme", brand: "#b91c1c", logo: "logo.png" }));
    const set = await runTrovella(["theme", "set", FILE]);
    expect(set).toMatchObject({ exitCode: 0, stderr: "" });
    expect(set.stdout).toMatch(/^Documents now have the look of Acme\.\nNext: /);
    const shown = JSON.parse((await runTrovella(["theme", "show"])).stdout);
    expect(shown).toMatchObject({
      name: "Acme",
      brand: "#B91C1C",
      logo: `data:image/png;base64,${LOGO}`,
    });

    const reset = await runTrovella(["theme", "reset"]);
    expect(reset.stdout).toBe("Documents have the default look again.\n");
    const again = await runTrovella(["theme", "reset", "--json"]);
    expect(JSON.parse(again.stdout)).toEqual({ wasChanged: false });
  });

  it("names everything that is wrong with a file", async () => {
    writeFileSync(FILE, JSON.stringify({ brand: "red", paper: "a3", colour: "#fff" }));
    const { exitCode, stderr } = await runTrovella(["theme", "set", FILE]);
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/no `colour`.*brand is a colour.*paper is one of a4, letter/s);
    writeFileSync(FILE, "{");
    expect((await runTrovella(["theme", "set", FILE])).stderr).toContain("not valid JSON");
    writeFileSync(FILE, JSON.stringify({ logo: "missing.png" }));
    expect((await runTrovella(["theme", "set", FILE])).stderr).toContain("Cannot read the logo");
  });
});
