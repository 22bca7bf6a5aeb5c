import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

/** A package that is fetched when it is needed: exactly these bytes, or none. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Fetching {
  /** The package manager's command; tests name one that fails. */
  readonly npm: string;
  readonly timeoutMs: number;
  /** Ends the fetch. */
  readonly signal: AbortSignal | undefined;
}

export function specOf({ name, version }: NpmPackage): string {
  return `${name}@${version}`;
}

/** Fetches the archive of a package into a folder, with the npm client, so that its configured registry and proxy apply. */
export async function fetchNpmPackage(
  wanted: NpmPackage,
  folder: string,
  { npm, timeoutMs, signal }: Fetching,
): Promise<string> {
  // A cache of its own, which goes with the folder: npm would keep the binaries of all platforms in the user's.
  const cache = ["--cache", path.join(folder, "npm-cache")];
  const options = ["pack", specOf(wanted), "--ignore-scripts", "--silent", ...cache];
  try {
    await promisify(execFile)(npm, options, {
      cwd: folder,
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      signal,
      // On Windows npm is a script of the shell.
      shell: process.platform === "win32",
    });
  } catch (error) {
    if (signal?.aborted) throw new Error("it was not waited for.");
    const { code, killed } = error as { code?: unknown; killed?: boolean };
    if (killed) throw new Error(`npm did not finish within ${timeoutMs / 1000} s.`);
    throw new Error(`npm failed (${String(code ?? "unknown")}).`, { cause: error });
  }
  const archive = path.join(folder, `${wanted.name}-${wanted.version}.tgz`);
  if (!(await isIntactFile(archive, wanted)))
    throw new Error("the package is not the one expected.");
  return archive;
}

/** Whether a file has exactly the expected content. */
export async function isIntactFile(
  file: string,
  { bytes, sha256 }: Pick<NpmPackage, "bytes" | "sha256">,
): Promise<boolean> {
  try {
    if ((await stat(file)).size !== bytes) return false;
    const hash = createHash("sha256");
    await pipeline(createReadStream(file), hash);
    return hash.digest("hex") === sha256;
  } catch {
    return false;
  }
}
