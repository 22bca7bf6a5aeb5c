import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { textOfDocx } from "@trovella/testing/deliverables/read-back";
import { connectStdio } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEEP } from "../../apps/server/src/demo/deep.ts";
import { beginResearch, workThrough } from "../../apps/server/src/demo/run-research.ts";
import { Stage } from "../../apps/server/src/demo/stage.ts";
import { findDifferences, query, type Row, stepRows } from "./support/mcp-rows.ts";
import { testDirectory } from "./support/test-directory.ts";
import { runTrovella } from "./support/trovella-process.ts";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-demo-"));

let shown: Awaited<ReturnType<typeof runTrovella>>;
let scan: Row;
let deep: Row;
beforeAll(async () => {
  shown = await runTrovella(["demo", "--yes", "--out", FOLDER]);
  const plans = await query(
    "SELECT * FROM research_plan WHERE name LIKE '%(sample)' ORDER BY created_at",
  );
  [scan = {}, deep = {}] = plans;
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("trovella demo", () => {
  it("exits cleanly and says where to look", () => {
    expect(shown).toMatchObject({ exitCode: 0, stderr: "" });
    expect(shown.stdout).toContain("The assistant's server was killed");
    expect(shown.stdout).toContain("the check found no problems");
    expect(shown.stdout).toMatch(/\b0 differences\./);
    expect(shown.stdout).toContain("npx trovella connect");
    // Without a terminal there are no colours.
    expect(shown.stdout).not.toContain("\u001b");
  });

  it("completes both plans, one of them past a branch, a crash and a checkpoint", async () => {
    expect(scan).toMatchObject({ status: "completed", name: expect.stringMatching(/^\[Scan\] /) });
    expect(deep).toMatchObject({ status: "completed", name: expect.stringMatching(/^\[Deep\] /) });
    const steps = await stepRows(String(deep.id));
    expect(steps.map(({ status }) => status)).toEqual(Array(8).fill("completed"));
    expect(steps.filter(({ attempt }) => Number(attempt) > 1)).toMatchObject([
      { step_order: 5, step_type: "search", attempt: 2 },
    ]);
    const reviews = await query("SELECT * FROM plan_review WHERE plan_id = $1", [deep.id]);
    expect(reviews).toMatchObject([{ decision: "approve" }]);
  });

  it("leaves a review that waits and a plan that has stalled, both marked as sample", async () => {
    const left = await query(
      "SELECT part, status, name FROM sample_plan JOIN research_plan ON id = plan_id WHERE status NOT IN ('completed', 'failed') ORDER BY part",
    );
    expect(left).toMatchObject([
      { part: "stalled", status: "executing", name: expect.stringContaining("(sample)") },
      { part: "waiting", status: "awaiting_review", name: expect.stringContaining("(sample)") },
    ]);
    const parts = await query("SELECT part FROM sample_plan ORDER BY part");
    expect(parts.map(({ part }) => part)).toEqual(["deep", "scan", "stalled", "waiting"]);
  });

  it("leaves an audit trail without gaps that matches the rows", async () => {
    for (const { id } of [scan, deep]) {
      const log = await query(
        "SELECT seq FROM plan_audit_log WHERE plan_id = $1 AND seq IS NOT NULL ORDER BY seq",
        [id],
      );
      expect(log.map(({ seq }) => Number(seq))).toEqual(log.map((_, index) => index + 1));
    }
    const events = await query(
      "SELECT DISTINCT event_type FROM plan_audit_log WHERE plan_id = $1 ORDER BY 1",
      [deep.id],
    );
    expect(events.map(({ event_type }) => event_type)).toEqual([
      "plan_modified",
      "session_resumed",
      "skill_completed",
      "skill_started",
      "step_completed",
      "step_started",
      "user_reviewed",
    ]);
    expect(await findDifferences()).toEqual([]);
  });

  it("tracks both runs from the question to the feedback", async () => {
    for (const [plan, mode] of [
      [scan, "scan"],
      [deep, "deep"],
    ] as const) {
      const runs = await query("SELECT * FROM skill_execution WHERE plan_id = $1", [plan.id]);
      expect(runs).toMatchObject([
        {
          status: "completed",
          is_server_kept: true,
          metadata: {
            originalQuery: expect.any(String),
            delegatedTo: mode,
            mode,
            priorResearchCheck: { userDecision: expect.any(String) },
            planDesignRationale: expect.any(String),
            artifactsStored: mode === "scan" ? 1 : 3,
          },
        },
      ]);
      const calls = await query(
        "SELECT DISTINCT tool_name FROM mcp_tool_call_log WHERE skill_execution_id = $1",
        [runs[0]?.id],
      );
      const names = calls.map(({ tool_name }) => tool_name);
      expect(names).toEqual(
        expect.arrayContaining([
          "create_research_plan",
          "submit_step_result",
          "store_research_output",
          "submit_research_feedback",
        ]),
      );
      // The search for earlier research comes before the plan, in the same session.
      const searches = await query(
        `SELECT * FROM mcp_tool_call_log WHERE tool_name = 'search_sources' AND session_id IN
           (SELECT session_id FROM mcp_tool_call_log WHERE tool_name = 'create_research_plan' AND plan_id = $1)`,
        [plan.id],
      );
      expect(searches).toHaveLength(1);
      const feedback = await query("SELECT * FROM research_feedback WHERE plan_id = $1", [plan.id]);
      expect(feedback).toHaveLength(2);
    }
  });

  it("writes documents that open", async () => {
    const files = readdirSync(FOLDER).sort();
    expect(files.map((file) => path.extname(file))).toEqual([".docx", ".html", ".docx", ".html"]);
    for (const file of files) {
      const bytes = readFileSync(path.join(FOLDER, file));
      const text = file.endsWith(".docx") ? await textOfDocx(bytes) : bytes.toString("utf8");
      expect(text).toContain("(sample)");
      expect(text).not.toContain("[src:");
      expect(text).not.toContain("[Scan]");
      expect(text).not.toContain("[Deep]");
    }
  });
});

describe("a user who asks for changes", () => {
  it("gets the checkpoint again with the requested changes", async () => {
    const stage = new Person([false, true]);
    const client = await connectStdio({ TROVELLA_DATA_DIR: testDirectory() });
    const assistant = { ...client, name: "demo-test", kill: () => Promise.resolve() };
    const started = await beginResearch(assistant, DEEP, stage);
    expect(await workThrough(assistant, started)).toEqual({ interruptedAt: null });
    await client.close();
    expect(stage.heard).toContain("checkpoint: sent back with feedback");
    expect(stage.asked).toHaveLength(2);
    expect(stage.asked[1]).toMatch(/^As you asked: /);
    const reviews = await query(
      "SELECT decision FROM plan_review WHERE plan_id = $1 ORDER BY created_at",
      [started.run.planId],
    );
    expect(reviews.map(({ decision }) => decision)).toEqual(["modify", "approve"]);
  });
});

/** A simulated user with prepared answers. */
class Person extends Stage {
  readonly asked: string[] = [];
  readonly heard: string[] = [];
  private readonly answers: boolean[];

  constructor(answers: boolean[]) {
    super({ isApproving: true });
    this.answers = answers;
  }

  override async approve(question: string): Promise<boolean> {
    this.asked.push(question);
    return this.answers.shift() ?? true;
  }

  override async say(_speaker: string, text: string): Promise<void> {
    this.heard.push(text);
  }

  override async progress(_done: number, _total: number, text: string): Promise<void> {
    this.heard.push(text);
  }
}
