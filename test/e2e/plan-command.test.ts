import { connectStdio } from "@trovella/testing/mcp/mcp-client";
import { beforeAll, describe, expect, it } from "vitest";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella } from "./support/trovella-process.ts";

let planId = "";
beforeAll(async () => {
  const trovella = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
  const search = { stepType: "search", instructions: "Find tea.\u001b[2J" };
  const plan = await trovella.call<{ planId: string }>("create_research_plan", {
    name: "[Scan] Tea of the commands",
    researchQuestion: "Is tea good?",
    steps: [search, search, search],
  });
  planId = plan.planId;
  await trovella.call("get_next_step", { planId });
  await trovella.call("modify_plan", {
    planId,
    action: "fail_step",
    stepId: "s1",
    reason: "Offline.",
    modificationRationale: "It is down.",
  });
  await trovella.close();
});

describe("trovella plan", () => {
  it("acts on a plan, step by step, and shows what came of it", async () => {
    const plan = async (...words: string[]) => {
      const { exitCode, stdout, stderr } = await runTrovella(["plan", ...words]);
      expect([exitCode, stderr], words.join(" ")).toEqual([0, ""]);
      return stdout;
    };
    expect(await plan("rename", planId, "Tea, renamed")).toContain('"Tea, renamed"');
    expect(await plan("tag", planId, "Green Tea, eu")).toContain("green tea, eu");
    expect(await plan("retry", planId, "s1")).toContain("can be tried again");
    expect(await plan("skip", planId, "s2", "--reason", "Known.")).toContain("Skipped s2");
    expect(await plan("checkpoint", planId, "--after", "1")).toContain("Added a checkpoint");
    const shown = await plan("show", planId);
    expect(shown).toMatch(/^Tags: green tea, eu$/m);
    expect(shown).toMatch(/^ {2}2 {2}s4 +pending +checkpoint/m);
    expect(shown).not.toContain("\u001b");
    expect(await plan("list", "--tag", "Green tea")).toContain("Tea, renamed");
    const cancelled = await plan("cancel", planId, "--reason", "Enough.", "--json");
    expect(JSON.parse(cancelled)).toMatchObject({ planId, activity: "cancelled", isChanged: true });
    await plan("archive", planId);
    expect(await plan("list")).not.toContain(planId);
    expect(await plan("list", "--status", "archived")).toContain(planId);
    await plan("restore", planId);
    const json = JSON.parse(await plan("show", planId, "--json"));
    expect(json).toMatchObject({ activity: "cancelled", reason: "Enough." });
  });

  it.each([
    [["cancel"], 2, /needs a plan/],
    [["cancel", "p-000000"], 1, /no such plan/],
    [["list", "--status", "dancing"], 2, /has no status "dancing"/],
    [["cancel", "p-000000", "--as", "ada@example.org"], 2, /--as .* in team mode only/],
  ])("refuses %j with a sentence", async (words, code, sentence) => {
    const { exitCode, stdout, stderr } = await runTrovella(["plan", ...words]);
    expect([exitCode, stdout]).toEqual([code, ""]);
    expect(stderr).toMatch(sentence);
  });
});
