import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "@trovella/db";
import { stopPostgres } from "@trovella/db/embedded";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory with an empty, migrated database that is not running. */
    dataTemplate: string;
  }
}

/** Makes the data directory that test files copy: initdb and all migrations take ten times as long. */
export default async function setUp(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-template-"));
  // PostgreSQL may run as another user, which needs access to this directory.
  chmodSync(folder, 0o755);
  const dataDirectory = path.join(folder, "data");
  await (await openDatabase({ dataDirectory })).close();
  await stopPostgres({ dataDirectory });
  project.provide("dataTemplate", dataDirectory);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Makes a new data directory; its parent exists already. */
export function copyDataTemplate(dataDirectory: string): void {
  chmodSync(path.dirname(dataDirectory), 0o755);
  // With its owner, which is another user where tests run as root.
  const { status, stderr } = spawnSync("cp", ["-a", inject("dataTemplate"), dataDirectory]);
  if (status !== 0) throw new Error(`The data directory was not copied: ${stderr}`);
}
