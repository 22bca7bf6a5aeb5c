import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { textOfDocx } from "@trovella/testing/deliverables/read-back";
import { connectStdio } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runTrovella } from "./support/trovella-process.ts";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-output-"));
let planId: string;
let outputIds: string[];
beforeAll(async () => {
  const trovella = await connectStdio({ TROVELLA_DATA_DIR: inject("dataDirectory") });
  ({ planId } = await trovella.call<{ planId: string }>("create_research_plan", {
    name: "[Scan] Glaciers",
    researchQuestion: "Do they shrink?",
    steps: [{ stepType: "search", instructions: "Find out." }],
  }));
  outputIds = [];
  for (const version of [1, 2]) {
    const content = `# Glaciers\n\nThey shrink, says version ${version}.`;
    // A title that would clear the screen of whoever lists it.
    const input = { planId, title: "Glaciers\u001b[2J Ötztal", mediaType: "word", content };
    const stored = await trovella.call<{ outputId: string }>("store_research_output", input);
    outputIds.push(stored.outputId);
  }
  await trovella.close();
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("trovella output list", () => {
  it("shows the newest first", async () => {
    const [{ exitCode, stdout }, json] = await Promise.all([
      runTrovella(["output", "list", "--plan", planId]),
      runTrovella(["output", "list", "--json"]),
    ]);
    expect(exitCode).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      new RegExp(
        `^${outputIds[1]}  v2  word  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  Glaciers \\[2J Ötztal$`,
      ),
    );
    expect(stdout).not.toContain("\u001b");
    const { outputs } = JSON.parse(json.stdout);
    expect(outputs.slice(0, 2)).toMatchObject([
      { outputId: outputIds[1], planId, version: 2, mediaType: "word" },
      { outputId: outputIds[0], planId, version: 1 },
    ]);
  });
});

describe("trovella output get", () => {
  it("writes the file, and over another one only when forced", async () => {
    const folder = path.join(FOLDER, "new");
    mkdirSync(folder);
    const file = path.join(folder, "glaciers-2j-otztal-v1.docx");
    const get = (...options: string[]) =>
      runTrovella(["output", "get", outputIds[0] ?? "", "--out", folder, ...options]);
    const first = await get();
    expect([first.exitCode, first.stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Wrote ${file} \\(\\d+\\.\\d kB\\)\\.\n$`)),
    ]);
    const bytes = readFileSync(file);
    expect(await textOfDocx(bytes)).toContain("They shrink, says version 1.");
    writeFileSync(file, "mine");
    const second = await get();
    expect([second.exitCode, second.stderr]).toEqual([
      1,
      `${file} already exists. Choose another name with --out, or replace it with --force.\n`,
    ]);
    expect(readFileSync(file, "utf8")).toBe("mine");
    const forced = await get("--force", "--json");
    expect(JSON.parse(forced.stdout)).toEqual({
      outputId: outputIds[0],
      file,
      bytes: bytes.length,
    });
    expect(Buffer.compare(readFileSync(file), bytes)).toBe(0);
    expect(readdirSync(folder)).toEqual([path.basename(file)]);
  });

  it("prints the file to stdout, and the latest version for a plan", async () => {
    const options = ["output", "get", planId, "--format", "markdown", "--out", "-"];
    const { exitCode, stdout, stderr } = await runTrovella(options);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^# Glaciers.*They shrink, says version 2\.\n$/s);
  });

  it("says what is wrong with an id that it does not know", async () => {
    const { exitCode, stdout, stderr } = await runTrovella(["output", "get", "out_unknown"]);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^There is no such output\. Next: .*`trovella output list`/);
  });
});
