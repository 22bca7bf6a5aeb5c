import path from "node:path";
import { connectDatabase, withClient } from "@trovella/db";
import { migrate, planMigrations, restoreBackup, writeBackup } from "@trovella/db/maintenance";
import { renderOutput } from "@trovella/research";
import { createEmptyDatabase } from "../database/empty-database.ts";
import { checkUpgrade, type UpgradeFigures } from "./check-upgrade.ts";
import { createOldDatabase } from "./old-database.ts";
import type { OldOutput } from "./old-research.ts";

export interface UpgradeOptions {
  readonly socketDirectory: string;
  /** A backup of the old version. */
  readonly goldenFile: string;
  readonly plans: number;
  /** For the backup of the old database, and for what restoring it saves. */
  readonly folder: string;
}

export interface UpgradeRun {
  /** From this migration to the newest. */
  readonly from: string;
  readonly migrated: UpgradeFigures & { readonly ms: number };
  readonly restored: UpgradeFigures & { readonly ms: number };
  /** The Markdown file of an old output, once from each database. */
  readonly texts: readonly string[];
}

/** Upgrades a database of an old version in both ways: where it is, and by restoring its backup elsewhere. */
export async function runUpgrade(options: UpgradeOptions): Promise<UpgradeRun> {
  const { socketDirectory, plans, goldenFile, folder } = options;
  const old = await createEmptyDatabase(socketDirectory);
  const fresh = await createEmptyDatabase(socketDirectory);
  const file = path.join(folder, "old.jsonl.gz");
  try {
    const { outputs, from, migratedMs } = await withClient(old.target, async (client) => {
      const created = await createOldDatabase(client, { goldenFile, plans });
      const { applied } = await planMigrations(client);
      await writeBackup(client, file);
      const ms = await timed(() => migrate(client));
      return { outputs: created, from: applied.toSorted().at(-1) ?? "", migratedMs: ms };
    });
    const restoredMs = await withClient(fresh.target, (client) =>
      timed(() => restoreBackup(client, file, { replace: false, dataDirectory: folder })),
    );
    const one = await examine(old.target, outputs);
    const other = await examine(fresh.target, outputs);
    return {
      from,
      migrated: { ...one.figures, ms: migratedMs },
      restored: { ...other.figures, ms: restoredMs },
      texts: [one.text, other.text],
    };
  } finally {
    await old.drop();
    await fresh.drop();
  }
}

async function examine(
  target: Parameters<typeof connectDatabase>[0]["target"],
  outputs: readonly OldOutput[],
): Promise<{ figures: UpgradeFigures; text: string }> {
  const database = connectDatabase({ target });
  try {
    const figures = await checkUpgrade(database, outputs);
    const { organizationId = "", outputId = "" } = outputs.at(-1) ?? {};
    const request = { outputId, format: "markdown" } as const;
    const { bytes } = await renderOutput(database, { organizationId }, request);
    return { figures, text: new TextDecoder().decode(bytes) };
  } finally {
    await database.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return Math.round(performance.now() - startedAt);
}
