import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { stopPostgres } from "../../../db/src/embedded/stop-postgres.ts";

export interface ScratchDirectory {
  readonly directory: string;
  /** Stops the clusters in the given subdirectories, then removes everything. */
  remove(...dataDirectories: string[]): Promise<void>;
}

/** A new directory that every user can access, since PostgreSQL runs as an unprivileged user when tests run as root. */
export function scratchDirectory(): ScratchDirectory {
  const directory = mkdtempSync("/tmp/trovella-embedded-");
  chmodSync(directory, 0o755);
  return {
    directory,
    async remove(...dataDirectories) {
      for (const name of dataDirectories) {
        await stopPostgres({ dataDirectory: path.join(directory, name) });
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
