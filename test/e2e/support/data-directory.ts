import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stopPostgres } from "@trovella/db/embedded";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of the data directories, one for each worker. */
    dataDirectories: string;
  }
}

/** Makes a place for the data directories and removes them in the end. */
export default function setUp(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-e2e-"));
  // PostgreSQL may run as another user, which needs access to this directory.
  chmodSync(folder, 0o755);
  project.provide("dataDirectories", folder);

  return async () => {
    for (const name of readdirSync(folder)) {
      await stopPostgres({ dataDirectory: path.join(folder, name) });
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
