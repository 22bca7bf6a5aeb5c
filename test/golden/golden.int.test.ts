import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectDatabase, withClient } from "@trovella/db";
import { planMigrations, restoreBackup, verifyDatabase } from "@trovella/db/maintenance";
import { isClosed, modeOf, type PlanEvent, replayPlan, reviveEvent } from "@trovella/plan-engine";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { describe, expect, inject, it } from "vitest";

const VERSIONS = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

interface StoredEvent {
  readonly organization_id: string;
  readonly plan_id: string;
  readonly seq: number;
  readonly plan_version: number;
  readonly payload: unknown;
}

describe.each(VERSIONS)("data of version %s", (version) => {
  const folder = path.join(import.meta.dirname, version);

  it("has an audit log that today's rules replay", () => {
    const logs = readLogs(path.join(folder, "audit-log.jsonl"));
    expect(logs.length).toBeGreaterThan(0);
    for (const log of logs) {
      const plan = replayPlan(log);
      expect(plan.version).toBe(log.at(-1)?.planVersion);
      expect(plan.mode).toBe(modeOf(plan.name));
      expect(plan.closedAt).toEqual(endOf(log));
      expect(plan.closedAt !== null).toBe(isClosed(plan.status));
    }
  });

  it("has a backup that can be restored, migrated and verified", async () => {
    const empty = await createEmptyDatabase(inject("socketDirectory"));
    const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-golden-"));
    const pending = await withClient(empty.target, async (client) => {
      const file = path.join(folder, "backup.jsonl.gz");
      await restoreBackup(client, file, { replace: false, dataDirectory });
      return (await planMigrations(client)).pending;
    });
    expect(pending).toEqual([]);
    const database = connectDatabase({ target: empty.target });
    const verification = await verifyDatabase(database);
    await database.close();
    expect(verification).toMatchObject({ differenceCount: 0, differences: [] });
    expect(verification.plans).toBeGreaterThan(0);
    expect(verification.sources).toBeGreaterThan(0);
    await empty.drop();
    rmSync(dataDirectory, { recursive: true });
  });
});

/** The events of each plan, in order. */
function readLogs(file: string) {
  const stored: StoredEvent[] = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const planOf = (row: StoredEvent) => `${row.organization_id} ${row.plan_id}`;
  return [...new Set(stored.map(planOf))].map((plan) =>
    stored
      .filter((row) => planOf(row) === plan)
      .map((row) => ({ planVersion: row.plan_version, event: reviveEvent(row.payload) })),
  );
}

function endOf(log: readonly { readonly event: PlanEvent }[]): Date | null {
  const ending = log.find(
    ({ event }) =>
      event.type === "plan_status_changed" && event.moves.some((status) => isClosed(status)),
  );
  return ending?.event.at ?? null;
}
