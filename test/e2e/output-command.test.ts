import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { textOfDocx } from "@trovella/testing/deliverables/read-back";
import { connectStdio } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "./support/mcp-rows.ts";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella } from "./support/trovella-process.ts";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-output-"));
let planId: string;
let outputIds: string[];
let unwritten: string;
let withoutFindings: string;
beforeAll(async () => {
  const trovella = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
  ({ planId } = await trovella.call<{ planId: string }>("create_research_plan", {
    name: "[Scan] Glaciers",
    researchQuestion: "Do they shrink?",
    steps: [{ stepType: "search", instructions: "Find out." }],
  }));
  outputIds = [];
  for (const version of [1, 2]) {
    const content = `# Glaciers\n\nThey shrink, says version ${version}.`;
    // A title with a terminal escape that clears the screen.
    const input = { planId, title: "Glaciers\u001b[2J Ötztal", mediaType: "word", content };
    const stored = await trovella.call<{ outputId: string }>("store_research_output", input);
    outputIds.push(`${planId}/${stored.outputId}`);
  }
  const create = async (name: string) => {
    const steps = [{ stepType: "search", instructions: "Find out." }];
    const plan = { name, researchQuestion: "Is it so?", steps };
    return (await trovella.call<{ planId: string }>("create_research_plan", plan)).planId;
  };
  withoutFindings = await create("[Scan] Coffee");
  unwritten = await create("[Scan] Tea");
  await trovella.call("store_research", {
    planId: unwritten,
    artifactType: "finding",
    title: "Tea",
    content: "Tea was measured.",
    sources: [{ url: "https://example.org/tea", title: "Tea" }],
  });
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
        `^${planId}/o2  draft  assistant  word  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  Glaciers \\[2J Ötztal$`,
      ),
    );
    expect(stdout).not.toContain("\u001b");
    const { outputs } = JSON.parse(json.stdout);
    expect(outputs.slice(0, 2)).toMatchObject([
      {
        outputId: outputIds[1],
        planId,
        version: 2,
        isDraft: true,
        origin: "assistant",
        mediaType: "word",
      },
      { outputId: outputIds[0], version: 1 },
    ]);
  });
});

describe("trovella output get", () => {
  it("writes the file, and overwrites another one only when forced", async () => {
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
    const { exitCode, stdout, stderr } = await print(planId);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^# Glaciers.*They shrink, says version 2\.\n.*Record/s);
  });

  it("takes an output by its handle alone beside its plan, and by its id", async () => {
    const outputs = await query(
      "SELECT id, version FROM research_output WHERE plan_id = $1 ORDER BY version",
      [planId],
    );
    const [byHandle, byId] = [
      await print(" O1 ", "--plan", planId.toUpperCase()),
      await print(String(outputs[0]?.id)),
    ];
    expect(byHandle).toMatchObject({ exitCode: 0, stderr: "" });
    expect(byHandle.stdout).toMatch(/They shrink, says version 1\.\n.*Record/s);
    expect(byId).toEqual(byHandle);
  });

  it.each([["out_unknown"], ["p-222222/o1"], ["o1"], ["o3", "--plan"]])(
    "explains an unknown id: %s",
    async (...options) => {
      const plan = options.length > 1 ? [planId] : [];
      const { exitCode, stdout, stderr } = await runTrovella([
        "output",
        "get",
        ...options,
        ...plan,
      ]);
      expect([exitCode, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^There is no such output\. Next: .*`trovella output list`/);
    },
  );
});

describe("trovella output compose", () => {
  it("composes what nobody wrote, and names what there is", async () => {
    const composed = await runTrovella(["output", "compose", unwritten]);
    expect([composed.exitCode, composed.stdout]).toEqual([
      0,
      `Composed ${unwritten}/o1. Write it to a file with \`trovella output get ${unwritten}/o1\`.\n`,
    ]);
    const again = await runTrovella(["output", "compose", unwritten, "--json"]);
    expect(JSON.parse(again.stdout)).toEqual({
      outputId: `${unwritten}/o1`,
      origin: "server",
      isNew: false,
    });
    const { stdout } = await print(unwritten);
    expect(stdout).toMatch(/Tea was measured.*\[1\]/);
  });

  it("has nothing to say about a plan without findings, or an unknown one", async () => {
    const [empty, unknown] = await Promise.all([
      runTrovella(["output", "compose", withoutFindings]),
      runTrovella(["output", "get", "p-222222"]),
    ]);
    expect([empty.exitCode, empty.stderr]).toEqual([
      1,
      expect.stringMatching(/^This plan has no output, and nothing is stored yet/),
    ]);
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      1,
      expect.stringMatching(/^There is no such plan\./),
    ]);
  });
});

function print(...options: string[]) {
  return runTrovella(["output", "get", ...options, "--format", "markdown", "--out", "-"]);
}
