import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase, withClient } from "@trovella/db";
import { stopPostgres } from "@trovella/db/embedded";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { endedPlanWithRefusals } from "@trovella/testing/audit/refused-results";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTrovella } from "./support/trovella-process.ts";

const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-prune-"));
const DATA = { TROVELLA_DATA_DIR: dataDirectory };
const trovella = (...options: string[]) => runTrovella(options, DATA);

let handle: string;
beforeAll(async () => {
  const database = await openDatabase({ dataDirectory });
  await prepareLocalIdentity(database);
  ({ handle } = await endedPlanWithRefusals(
    database,
    { organizationId: "org_local" },
    { refusals: 3, endedAt: new Date("2020-01-01T12:00:00Z") },
  ));
  await database.close();
});
afterAll(async () => {
  await stopPostgres({ dataDirectory });
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe("trovella prune", () => {
  it("says what takes space, refused results apart", async () => {
    const { exitCode, stdout } = await trovella("prune", "--report");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^org_local: [\d.]+ kB, without indexes\n {2}[\d.]+ kB in 3 rows of plan_audit_log, refused results\n/,
    );
    const [first] = JSON.parse((await trovella("prune", "--report", "--json")).stdout);
    expect(first).toMatchObject({ organizationId: "org_local", tables: expect.any(Array) });
  });

  it("says what would go, removes it only when told to, and the plan still verifies", async () => {
    const dry = await trovella("prune", "--refused-results", "90", "--dry-run");
    expect([dry.exitCode, dry.stderr]).toEqual([0, ""]);
    expect(dry.stdout).toMatch(/^3 refused results would go, \d\.\d MB\.\n$/);
    const unsure = await trovella("prune", "--refused-results", "90");
    expect([unsure.exitCode, unsure.stderr]).toEqual([2, expect.stringContaining("--yes")]);

    const done = await trovella("prune", "--refused-results", "90", "--captures", "90", "--yes");
    expect([done.exitCode, done.stderr]).toEqual([0, ""]);
    expect(done.stdout).toMatch(
      /^Deleted 0 captured pages, 0\.0 MB\.\nDeleted 3 refused results, \d\.\d MB\.\nPostgreSQL/,
    );
    const verified = await trovella("verify", handle);
    expect([verified.exitCode, verified.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^3 payloads pruned, digests intact\.\nReplayed \d+ events of 1 plan: 0 differences\.\n$/,
      ),
    ]);
    expect(await securityLog()).toEqual([
      { by: "cli", name: expect.any(String), what: "refusedResults", rows: "3" },
    ]);
    const again = await trovella("prune", "--refused-results", "90", "--yes", "--json");
    expect(JSON.parse(again.stdout)).toEqual({
      isDryRun: false,
      refusedResults: { rows: 0, bytes: 0 },
    });
  });

  it.each([
    [["prune", "--report", "--captures", "9"], 2, /deletes nothing/],
    [["prune", "--yes"], 2, /Say what is to go/],
    [["prune", "--refused-results", "0", "--yes"], 2, /a number of days from 1/],
    [["prune", "--refused-results", "soon", "--yes"], 2, /a number of days from 1/],
    [["prune", "--captures", "9", "--organization", "none", "--yes"], 1, /no organization none/],
  ])("refuses %j", async (options, code, message) => {
    const { exitCode, stderr } = await trovella(...options);
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});

async function securityLog() {
  const socketDirectory = path.join(dataDirectory, "run");
  const target = { socketDirectory, user: "trovella", database: "trovella" };
  const { rows } = await withClient(target, (client) =>
    client.query(
      `SELECT credential_kind AS by, credential_name AS name, after ->> 'kind' AS what, after ->> 'rows' AS rows
       FROM security_event WHERE kind = 'data_pruned'`,
    ),
  );
  return rows;
}
