import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import { createTemplate } from "@trovella/testing/database/test-database";

/** Runs `work` on a new PostgreSQL cluster and removes it afterwards. */
export async function withTemporaryCluster<T>(
  name: string,
  work: (cluster: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), `trovella-${name}-`));
  // PostgreSQL may run as another user, which needs access to this directory.
  chmodSync(dataDirectory, 0o755);
  try {
    const cluster = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
    await createTemplate(cluster);
    return await work(cluster);
  } finally {
    await stopPostgres({ dataDirectory });
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}
