import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { auditKeyOf, sealPlans } from "@trovella/db/audit";
import { unzipFiles } from "@trovella/testing/audit/unzip-files";
import {
  createPlan,
  createTestServer,
  REPORT,
  type TestServer,
} from "@trovella/testing/mcp/test-server";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { renderOutput } from "../outputs/render-output.ts";
import { exportAudit } from "./export-audit.ts";

const A = { organizationId: "org_a" };
const KEY = auditKeyOf("a secret of at least 32 characters");
const OTHER = auditKeyOf("another secret of 32 characters or more");
const SEALING = { key: KEY, host: "trovella.example", now: () => new Date("2026-01-01T12:00:00Z") };

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await createTestServer(inject("socketDirectory"));
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "trovella-record-"));
  return () => rmSync(folder, { recursive: true });
});

describe("an exported record", () => {
  it("is verified in an empty folder by Node.js alone, and equal records are equal files", async () => {
    const planId = await workedOn();
    const { bytes, events, texts, plan } = await exported(planId);
    expect(verify()).toEqual([
      0,
      `VALID: ${events} of ${events} events and ${texts} texts of plan ${plan.handle} were sealed by trovella.example/org_a, time 2026-01-01T12:00:00.000Z\n`,
    ]);
    expect([events, texts]).toEqual([expect.any(Number), 2]);
    expect(verify("--key", KEY.publicKey.toString("base64"))[0]).toBe(0);
    expect(verify("--key", OTHER.publicKey.toString("base64"))).toEqual([
      1,
      "NOT VALID: key.json is not the key you gave\n",
    ]);
    expect((await exported(planId)).bytes).toEqual(bytes);
  });

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      "an event",
      "events.jsonl",
      (text) => text.replace("What is known", "What was known"),
      /event 1 was/,
    ],
    [
      "the time of an event",
      "events.jsonl",
      (text) => text.replace(/"at":"20\d\d/, '"at":"1999'),
      /event 1 was/,
    ],
    [
      "the actor of an event",
      "events.jsonl",
      (text) => text.replace(/"via":"mcp"/, '"via":"console"'),
      /event 1 was/,
    ],
    [
      "a missing event",
      "events.jsonl",
      (text) => text.replace(/^.*\n/, ""),
      /event 1 was changed or is missing/,
    ],
    [
      "the last event",
      "events.jsonl",
      (text) => text.replace(/.*\n$/, ""),
      /event \d+ is not the one that was sealed/,
    ],
    [
      "a result",
      "texts.jsonl",
      (text) => text.replace("found", "lost"),
      /the result of step \S+ was changed/,
    ],
    [
      "the size of the tree",
      "checkpoint.txt",
      (text) => text.replace(/\n\d+\n/, "\n999\n"),
      /is not signed/,
    ],
    [
      "the time of sealing",
      "checkpoint.txt",
      (text) => text.replace("time 2026", "time 2025"),
      /is not signed/,
    ],
    [
      "the proof",
      "proof.json",
      (text) => text.replace(/"index":\d+/, '"index":99'),
      /is not in the checkpoint/,
    ],
    [
      "the plan",
      "proof.json",
      (text) => text.replace(/"id":"plan_/, '"id":"plan_0'),
      /event 1 was/,
    ],
    [
      "the key",
      "key.json",
      () => JSON.stringify({ publicKey: OTHER.publicKey.toString("base64") }),
      /is not signed/,
    ],
    ["a damaged file", "proof.json", () => "{", /NOT VALID/],
  ])("is not valid after a change of %s", async (_, name, change, problem) => {
    await exported(await workedOn());
    const file = path.join(folder, name);
    const text = readFileSync(file, "utf8");
    expect(change(text)).not.toBe(text);
    writeFileSync(file, change(text));
    const [status, output] = verify();
    expect([status, output]).toEqual([1, expect.stringMatching(problem)]);
  });

  it("is compared with the note of an earlier export, which it must continue", async () => {
    const planId = await workedOn();
    await exported(planId);
    const older = path.join(folder, "older.txt");
    const note = readFileSync(path.join(folder, "checkpoint.txt"), "utf8");
    writeFileSync(older, note);
    expect(verify("--note", older)[0]).toBe(0);
    for (let more = 0; more < 3; more += 1) {
      const { planId: other } = await createPlan(server, 1);
      await sealPlans(server.test.database, A, SEALING, { planIds: [other] });
    }
    await workedOn();
    await exported(planId);
    expect(verify("--note", older)).toEqual([1, expect.stringContaining("export with --since")]);
    // As it looks when it is copied from a document.
    await exported(planId, `Record\r\n\r\n  ${note.replaceAll("\n", "\r\n  ")}`);
    expect(verify("--note", older)[0]).toBe(0);
    const proof = JSON.parse(readFileSync(path.join(folder, "proof.json"), "utf8"));
    proof.since.consistency[0] = "00".repeat(32);
    writeFileSync(path.join(folder, "proof.json"), JSON.stringify(proof));
    expect(verify("--note", older)).toEqual([1, expect.stringContaining("is of another history")]);
  });

  it("is compared with the last lines of a document", async () => {
    const planId = await workedOn();
    await sealPlans(server.test.database, A, SEALING);
    const { outputId } = await server.call("store_research_output", {
      planId,
      title: "Report",
      mediaType: "markdown",
      content: "As somebody said:\n\n— Somebody\n",
    });
    const rendered = await renderOutput(server.test.database, A, {
      outputId: `${planId}/${outputId}`,
      format: "markdown",
    });
    const file = path.join(folder, "report.md");
    writeFileSync(file, rendered.bytes);
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(
      /\n## Record\n\n[^\n]+\n\n```text\nEvent \d+ of \S+: [0-9a-f]{64}\ntrovella\.example\/org_a\n\d+\n\S+=\ntime \S+Z\n— trovella\.example\/org_a \S+\n```\n$/,
    );
    await exported(planId, text);
    expect(verify("--note", file)[0]).toBe(0);
    writeFileSync(
      file,
      text.replace(/^(Event \d+ .*)[0-9a-f]{4}$/m, "$1xxxx").replace("xxxx", "0000"),
    );
    expect(verify("--note", file)).toEqual([
      1,
      expect.stringMatching(/event \d+ is not the one in/),
    ]);
  });

  it("refuses plans of others and notes of another key", async () => {
    const planId = await workedOn();
    const request = { plan: planId, sealing: SEALING, publicKeys: [KEY.publicKey], since: null };
    const { database } = server.test;
    await expect(exportAudit(database, { organizationId: "org_b" }, request)).rejects.toThrow(
      "There is no such plan.",
    );
    await expect(exportAudit(database, A, { ...request, since: "no note" })).rejects.toThrow(
      "was not signed with the key",
    );
    await expect(
      exportAudit(database, A, { ...request, publicKeys: [OTHER.publicKey] }),
    ).rejects.toThrow("TROVELLA_AUDIT_OLD_KEYS");
  });
});

async function workedOn(): Promise<string> {
  const { planId } = await createPlan(server, 2);
  const { step } = await server.call("get_next_step", { planId });
  await server.call("submit_step_result", {
    planId,
    stepId: step.stepId,
    leaseToken: step.leaseToken,
    result: { note: "found ☃" },
    stepExecutionReport: REPORT,
  });
  return planId;
}

async function exported(plan: string, since: string | null = null) {
  const result = await exportAudit(server.test.database, A, {
    plan,
    sealing: SEALING,
    publicKeys: [KEY.publicKey],
    since,
  });
  unzipFiles(result.bytes, folder);
  return result;
}

/** Exit code and output. */
function verify(...options: string[]): [number | null, string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["verify.mjs", ...options], {
    cwd: folder,
    encoding: "utf8",
  });
  return [status, stdout + stderr];
}
