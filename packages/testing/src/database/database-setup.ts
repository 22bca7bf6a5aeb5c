import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensurePostgres, stopPostgres } from "@trovella/db/embedded";
import type { TestProject } from "vitest/node";
import { createTemplate } from "./test-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    socketDirectory: string;
  }
}

/** One cluster per run, with a migrated template that every test file gets a copy of. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-test-"));
  // PostgreSQL may run as another user, which has to get there.
  chmodSync(dataDirectory, 0o755);
  const tearDown = async () => {
    await stopPostgres({ dataDirectory });
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  try {
    const cluster = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
    await createTemplate(cluster);
    project.provide("socketDirectory", cluster.socketDirectory);
    return tearDown;
  } catch (error) {
    // Vitest tears down only what was set up, and PostgreSQL would run on.
    await tearDown();
    throw error;
  }
}
