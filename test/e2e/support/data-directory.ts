import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "@trovella/db";
import { stopPostgres } from "@trovella/db/embedded";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    dataDirectory: string;
  }
}

/** One data directory with an existing database, for all commands that need any. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), "trovella-e2e-"));
  const database = await openDatabase({ dataDirectory });
  await database.close();
  project.provide("dataDirectory", dataDirectory);

  return async () => {
    await stopPostgres({ dataDirectory });
    rmSync(dataDirectory, { recursive: true, force: true });
  };
}
