import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectStdio } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella } from "./support/trovella-process.ts";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-template-"));
const FILE = path.join(FOLDER, "price-check.json");
const STEPS = [{ key: "prices", stepType: "search", instructions: "Find prices in <market>." }];
const TEMPLATE = {
  fill: { market: "all markets" },
  name: "[Scan] <topic>",
  steps: STEPS,
  gates: [],
};

beforeAll(async () => {
  writeFileSync(FILE, JSON.stringify(TEMPLATE));
  // The database exists after the first start.
  const trovella = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
  await trovella.close();
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("trovella template", () => {
  it("adds a template that makes plans, shows and lists it, and removes it", async () => {
    const added = await runTrovella(["template", "add", FILE]);
    expect(added).toMatchObject({ exitCode: 0, stderr: "" });
    expect(added.stdout).toMatch(/^Added the template price-check with 1 step\.\nNext: /);

    const trovella = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
    const plan = await trovella.call<{ name: string; stepCount: number }>("create_research_plan", {
      researchQuestion: "What does tea cost?",
      template: "Price-Check",
      brief: { topic: "Tea" },
    });
    await trovella.close();
    expect(plan).toMatchObject({ name: "[Scan] Tea", stepCount: 1 });

    const listed = await runTrovella(["template", "list"]);
    expect(listed.stdout).toMatch(/^price-check +own +1 step {2}fill: market$/m);
    expect(listed.stdout).toMatch(/^scan\/general_topic +built in +2 steps$/m);
    const shown = await runTrovella(["template", "show", "PRICE-CHECK"]);
    expect(JSON.parse(shown.stdout)).toEqual(TEMPLATE);

    const removed = await runTrovella(["template", "remove", "price-check"]);
    expect(removed).toMatchObject({ exitCode: 0, stdout: "Removed the template price-check.\n" });
    const again = await runTrovella(["template", "remove", "price-check"]);
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringMatching(/no template/)]);
  });

  it("refuses a template that cannot become a plan, with every problem", async () => {
    const steps = [...STEPS, { ...STEPS[0], key: "dance", stepType: "dance" }];
    const gates = [{ after: "prices", when: "confidence <", fail: "No." }];
    const file = path.join(FOLDER, "wrong.json");
    writeFileSync(file, JSON.stringify({ ...TEMPLATE, steps, gates }));
    const { exitCode, stdout, stderr } = await runTrovella(["template", "add", file]);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/- steps\[1\]\.stepType must .*\n- gates\[0\]\.when: .*\nNext: /);
  });

  it.each([
    [["add", path.join(FOLDER, "absent.json")], 1, /^Cannot read .*absent\.json/],
    [["add", FILE, "--name", "two words"], 1, /^name: must be/],
    [["show", "absent"], 1, /^There is no template/],
    [["remove", "scan/general_topic"], 1, /built-in ones cannot be removed/],
    [["list", "--organization", "acme"], 2, /takes --organization in team mode only/],
    [["print"], 2, /has no command "print": it takes list, show, add,? or remove/],
  ])("explains what is wrong with %j", async (options, code, message) => {
    const { exitCode, stdout, stderr } = await runTrovella(["template", ...options]);
    expect([exitCode, stdout, stderr]).toEqual([code, "", expect.stringMatching(message)]);
  });
});
