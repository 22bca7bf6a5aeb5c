import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensurePostgres } from "@trovella/db/embedded";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { checkMigration } from "@trovella/testing/upgrade/check-migration";
import { expect, it, onTestFinished } from "vitest";
import { FIXTURE_MIGRATIONS } from "../proof/rolling/fixture-migrations.ts";
import { copyProgram } from "../proof/rolling/program-copy.ts";
import { proveRollingUpgrade } from "../proof/rolling/rolling-run.ts";
import { testDirectory } from "./support/test-directory.ts";

// `npm run proof -- rolling-upgrade` is the long form.
it("two versions serve one database while it is migrated and one server after the other is replaced: no call fails after retries", async () => {
  expect(FIXTURE_MIGRATIONS.flatMap((one) => checkMigration(one, "0.1.0"))).toEqual([]);
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-rolling-"));
  const { socketDirectory } = await ensurePostgres({ dataDirectory: testDirectory() });
  const { url, target, asSuperuser, drop } = await createEmptyDatabase(socketDirectory);
  onTestFinished(async () => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const isKept = await proveRollingUpgrade({
    oldProgram: TROVELLA,
    newProgram: copyProgram(path.join(folder, "next"), FIXTURE_MIGRATIONS),
    environment: { DATABASE_URL: url, TROVELLA_DATA_DIR: folder, ...WITHOUT_MODEL },
    ...{ target, asSuperuser },
    ...{ agents: 3, writes: 10, rounds: 1 },
  });
  expect(isKept).toBe(true);
});
