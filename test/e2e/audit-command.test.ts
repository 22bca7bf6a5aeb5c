import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stopPostgres } from "@trovella/db/embedded";
import { unzipFiles } from "@trovella/testing/audit/unzip-files";
import { connectStdio } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTrovella as run } from "./support/trovella-process.ts";

const FOLDER = mkdtempSync(path.join(tmpdir(), "trovella-audit-"));
/** Apart, since other tests change rows behind the back of the record. */
const DATA = { TROVELLA_DATA_DIR: mkdtempSync(path.join(tmpdir(), "trovella-audit-data-")) };
const runTrovella = (options: string[], environment = {}) =>
  run(options, { ...DATA, ...environment });
let planId: string;
beforeAll(async () => {
  const trovella = await connectStdio(DATA);
  ({ planId } = await trovella.call<{ planId: string }>("create_research_plan", {
    name: "[Scan] Glaciers",
    researchQuestion: "Do they shrink?",
    steps: [{ stepType: "search", instructions: "Find out." }],
  }));
  await trovella.close();
});
afterAll(async () => {
  await stopPostgres({ dataDirectory: DATA.TROVELLA_DATA_DIR });
  for (const folder of [FOLDER, DATA.TROVELLA_DATA_DIR]) {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("trovella audit", () => {
  it("exports a record that Node.js alone verifies with the key", async () => {
    const file = path.join(FOLDER, "record.zip");
    const exported = await runTrovella(["audit", "export", planId, "-o", file]);
    expect([exported.exitCode, exported.stderr]).toEqual([0, ""]);
    expect(exported.stdout).toMatch(
      /^Wrote 1 event and 0 texts to \S+record\.zip \(.*\)\. To verify/,
    );
    unzipFiles(readFileSync(file), FOLDER);
    const { stdout: key } = await runTrovella(["audit", "key"]);
    const json = JSON.parse((await runTrovella(["audit", "key", "--json"])).stdout);
    expect(json).toEqual({ algorithm: "Ed25519", publicKey: key.trim(), oldKeys: [] });
    const verified = spawnSync(process.execPath, ["verify.mjs", "--key", key.trim()], {
      cwd: FOLDER,
    });
    expect(String(verified.stdout)).toMatch(
      new RegExp(
        `^VALID: 1 of 1 events and 0 texts of plan ${planId} were sealed by localhost/org_`,
      ),
    );

    const again = await runTrovella(["audit", "export", planId, "--out", file]);
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("already exists")]);
    const since = path.join(FOLDER, "checkpoint.txt");
    const sinceOptions = [
      "audit",
      "export",
      planId,
      "-o",
      file,
      "--force",
      "--json",
      "--since",
      since,
    ];
    expect(JSON.parse((await runTrovella(sinceOptions)).stdout)).toMatchObject({
      planId,
      events: 1,
      file,
    });
  });

  it("seals all changed plans, and verify checks the seals", async () => {
    expect((await runTrovella(["audit", "checkpoint"])).stdout).toMatch(/^Sealed \d+ plans?\.\n$/);
    expect((await runTrovella(["audit", "checkpoint", "--json"])).stdout).toBe('{"sealed":0}\n');
    const { exitCode, stdout } = await runTrovella(["verify"]);
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/ and verified \d+ checkpoints?: 0 differences\.\n$/),
    ]);
  });

  it("signs with a key of its own, and knows the old one", async () => {
    const { stdout: old } = await runTrovella(["audit", "key"]);
    const pem = path.join(FOLDER, "key.pem");
    writeFileSync(
      pem,
      "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n-----END PRIVATE KEY-----\n",
    );
    const other = { TROVELLA_AUDIT_KEY_FILE: pem };
    expect((await runTrovella(["audit", "key"], other)).stdout).toBe(
      "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=\n",
    );
    const unknown = await runTrovella(["verify"], other);
    expect([unknown.exitCode, unknown.stdout]).toEqual([1, expect.stringContaining(old.trim())]);
    const known = { ...other, TROVELLA_AUDIT_OLD_KEYS: old.trim() };
    expect((await runTrovella(["verify"], known)).exitCode).toBe(0);
    const missing = await runTrovella(["audit", "key"], { TROVELLA_AUDIT_KEY_FILE: FOLDER });
    expect([missing.exitCode, missing.stderr]).toEqual([
      3,
      expect.stringContaining("openssl genpkey"),
    ]);
  });

  it.each([
    [["audit"], 2, /needs a command/],
    [["audit", "export"], 2, /needs the handle or id of a plan/],
    [["audit", "export", "p-none"], 1, /There is no plan p-none/],
    [["audit", "export", "p-none", "-x", "y"], 2, /has no option -x/],
    [["audit", "export", "p-none", "--since", "/none"], 1, /\/none cannot be read/],
  ])("refuses %j", async (options, code, message) => {
    const { exitCode, stderr } = await runTrovella(options);
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});
