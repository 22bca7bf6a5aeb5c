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

/** One cluster per run, with a migrated template database that every test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-test-"));
  // PostgreSQL may run as another user, which needs access to this directory.
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
    // Vitest calls no teardown after a failed setup, and PostgreSQL would keep running.
    await tearDown();
    throw error;
  }
}
