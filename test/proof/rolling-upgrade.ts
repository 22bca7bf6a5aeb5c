/** The last release and the next one serve one database under load while it is migrated: no call fails after retries, nothing is lost. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createEmptyDatabase } from "@trovella/testing/database/empty-database";
import { TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { checkMigration } from "@trovella/testing/upgrade/check-migration";
import { FIXTURE_MIGRATIONS } from "./rolling/fixture-migrations.ts";
import { copyProgram } from "./rolling/program-copy.ts";
import { buildReleased } from "./rolling/released-program.ts";
import { proveRollingUpgrade } from "./rolling/rolling-run.ts";
import { withTemporaryCluster } from "./support/temporary-cluster.ts";

// `--from TAG` builds that release and upgrades it to this program; `--short` takes a few seconds.
const { short: isShort, from } = parseArgs({
  options: { short: { type: "boolean", default: false }, from: { type: "string", default: "" } },
}).values;
const SIZE = isShort ? { agents: 4, writes: 20, rounds: 1 } : { agents: 8, writes: 200, rounds: 5 };

const folder = mkdtempSync(path.join(tmpdir(), "trovella-rolling-"));
try {
  const refused = FIXTURE_MIGRATIONS.flatMap((one) => checkMigration(one, "0.1.0"));
  if (refused.length > 0) throw new Error(refused.join("\n"));
  // Without --from the last release is this program, and the next one has two migrations more.
  const newProgram = from ? TROVELLA : copyProgram(path.join(folder, "next"), FIXTURE_MIGRATIONS);
  const oldProgram = from ? buildReleased(from, existsSync(from) ? from : folder) : TROVELLA;
  await withTemporaryCluster("rolling", async ({ socketDirectory }) => {
    const { url, target, asSuperuser } = await createEmptyDatabase(socketDirectory);
    const environment = { DATABASE_URL: url, TROVELLA_DATA_DIR: folder, ...WITHOUT_MODEL };
    const isKept = await proveRollingUpgrade({
      ...{ oldProgram, newProgram, environment, target, asSuperuser },
      ...SIZE,
    });
    if (!isKept) process.exitCode = 1;
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
