import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectStdio } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella } from "./support/trovella-process.ts";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-import-"));
const NOTES = path.join(FOLDER, "notes");

beforeAll(async () => {
  mkdirSync(NOTES);
  writeFileSync(path.join(NOTES, "pumps.md"), "# Pumps\n\nA note on wallabyesque pumps.");
  writeFileSync(path.join(NOTES, "page.html"), "<title>A page</title><p>Of pademelons.");
  writeFileSync(path.join(NOTES, "refs.bib"), "@book{a, title={On pumps}, doi={10.1000/pumps}}");
  writeFileSync(path.join(NOTES, "picture.png"), "");
  // The database exists after the first start.
  const trovella = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
  await trovella.close();
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("trovella import", () => {
  it("brings in a folder once, and assistants find it", async () => {
    const first = await runTrovella(["import", NOTES, "--tag", "heating", "--json"]);
    expect([first.exitCode, JSON.parse(first.stdout)]).toEqual([
      0,
      expect.objectContaining({ imported: { documents: 2, references: 1, notes: 0 } }),
    ]);
    const again = await runTrovella(["import", NOTES]);
    expect(again).toMatchObject({ exitCode: 0, stderr: "" });
    expect(again.stdout).toMatch(/^Imported 0 items of 3 files:\n.* unchanged +3\n/s);

    const trovella = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
    const found = await trovella.call<{ results: object[] }>("search_sources", {
      query: "pademelons",
    });
    await trovella.close();
    expect(found.results).toEqual([expect.objectContaining({ title: "A page" })]);
  });

  it("tells archives of plans by their content", async () => {
    const trovella = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
    const { planId } = await trovella.call<{ planId: string }>("create_research_plan", {
      name: "Pumps",
      researchQuestion: "Which pump?",
      steps: [{ stepType: "search", instructions: "Find pumps." }],
    });
    await trovella.close();
    const file = path.join(FOLDER, "plan.zip");
    expect(await runTrovella(["export", "plan", planId, "-o", file])).toMatchObject({
      exitCode: 0,
    });
    const { exitCode, stdout } = await runTrovella(["import", file]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^Imported 0 plans from .*\nAlready here: p-/),
    ]);
  });

  it.each([
    [["absent"], 1, /There is no file or folder absent/],
    [[NOTES, "--plan", "p-none"], 1, /no such plan/i],
  ])("explains what is wrong with %j", async (options, code, message) => {
    const { exitCode, stderr } = await runTrovella(["import", ...options]);
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});
