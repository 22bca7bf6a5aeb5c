import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import {
  type Binaries,
  binariesIn,
  completeLinks,
  installedDirectory,
  POSTGRES_VERSION,
} from "./binaries.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { hasErrorCode } from "./error-code.ts";
import { temporaryName } from "./leftovers.ts";
import type { OperatingSystemUser } from "./operating-system-user.ts";
import { runProgram } from "./run-program.ts";

/** Binaries that the user can execute: the installed ones, else a copy in the data directory. */
export async function runnableBinaries(given: {
  paths: ClusterPaths;
  user: OperatingSystemUser;
  onProgress: (line: string) => void;
  /** The directory of the installed binaries. */
  installed?: string;
}): Promise<Binaries> {
  const { paths, user } = given;
  const { platform, arch: architecture } = process;
  const installed = given.installed ?? installedDirectory({ platform, architecture });
  const binaries = binariesIn(installed);
  if (completeLinks(installed) && (await tryRun(binaries, user)).canRun) return binaries;

  if (!existsSync(paths.binariesCopy)) {
    given.onProgress(`Copying PostgreSQL's programs to ${paths.binariesCopy} (once) …`);
    await copyBinaries({ installed, copy: paths.binariesCopy });
  }
  const copied = binariesIn(paths.binariesCopy);
  const { canRun, output } = await tryRun(copied, user);
  if (canRun) return copied;
  throw new AppError(
    "UNAVAILABLE",
    `The embedded PostgreSQL does not run on this machine (${output}). Next: check that the file system ` +
      `of ${paths.dataDirectory} allows programs and that this system has glibc, or set DATABASE_URL ` +
      "to a PostgreSQL server.",
    { program: copied.postgres },
  );
}

/** Reveals missing permissions, missing libraries and a foreign C library alike. */
async function tryRun(binaries: Binaries, user: OperatingSystemUser) {
  const asked = { arguments: ["--version"], user };
  const run = await runProgram(binaries.postgres, asked);
  const canRun = run.exitCode === 0 && run.output.includes(` ${POSTGRES_VERSION}`);
  return { canRun, output: run.output.trim().split("\n").at(-1) || `exit code ${run.exitCode}` };
}

/** The copy appears by one rename: a killed process leaves nothing that looks complete. */
async function copyBinaries(given: { installed: string; copy: string }): Promise<void> {
  const temporary = path.join(path.dirname(given.copy), temporaryName(path.basename(given.copy)));
  try {
    await copyTree(given.installed, temporary);
    completeLinks(temporary);
    await rename(temporary, given.copy);
  } catch (error) {
    // Another process was faster; its copy is used.
    if (!hasErrorCode(error, "ENOTEMPTY", "EEXIST")) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Sets the modes explicitly: the umask or the modes of the source may exclude other users. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) {
      await copyTree(source, target);
    } else if (entry.isFile() && !entry.name.endsWith(".a")) {
      // Static libraries (.a) are not needed at run time.
      await copyFile(source, target);
      await chmod(target, 0o755);
    }
  }
}
