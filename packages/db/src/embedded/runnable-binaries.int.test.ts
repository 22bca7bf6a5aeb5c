import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { scratchDirectory } from "@trovella/testing/database/scratch-directory";
import { afterAll, expect, it } from "vitest";
import { binariesIn, completeLinks, installedDirectory } from "./binaries.ts";
import { clusterPaths } from "./cluster-paths.ts";
import { clusterMajor } from "./cluster-version.ts";
import { prepareDataDirectory } from "./data-directory.ts";
import { initializeCluster } from "./initialize.ts";
import { postgresUser } from "./operating-system-user.ts";
import { runnableBinaries } from "./runnable-binaries.ts";

const scratch = scratchDirectory();
const installed = path.join(scratch.directory, "installed");
const original = installedDirectory({ platform: process.platform, architecture: process.arch });
const { directory } = scratch;

afterAll(() => scratch.remove());

it("runs the installed programs after creating their links, or else a copy of them", async () => {
  cpSync(original, installed, { recursive: true, verbatimSymlinks: true });
  removeLinks();
  const paths = clusterPaths(path.join(directory, "data"));
  const user = postgresUser(paths.clusterDirectory);
  prepareDataDirectory(paths.dataDirectory, user);
  const find = () => runnableBinaries({ paths, user, installed, onProgress: () => undefined });

  expect(await find()).toEqual(binariesIn(installed));
  expect(readdirSync(paths.dataDirectory)).toEqual([]);

  removeLinks();
  chmodSync(path.join(installed, "bin", "postgres"), 0o644);
  const [binaries] = await Promise.all([find(), find()]);
  expect(binaries).toEqual(binariesIn(paths.binariesCopy));
  expect(readdirSync(paths.dataDirectory)).toEqual([path.basename(paths.binariesCopy)]);

  expect(await initializeCluster({ paths, user, binaries })).toBe(true);
  expect(clusterMajor(paths)).toBe("18");
}, 60_000);

it("creates the links repeatedly, and leaves nothing else", () => {
  const native = path.join(directory, "native");
  mkdirSync(native);
  cpSync(path.join(original, "pg-symlinks.json"), path.join(native, "pg-symlinks.json"));
  mkdirSync(path.join(native, "lib"));
  expect(completeLinks(native)).toBe(true);
  const made = readdirSync(path.join(native, "lib")).sort();
  expect(completeLinks(native)).toBe(true);
  expect(readdirSync(path.join(native, "lib")).sort()).toEqual(made);
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter((name) => name.includes(".tmp-"))).toEqual([]);
});

/** As npm leaves them with install scripts off. */
function removeLinks(): void {
  const library = path.join(installed, "lib");
  for (const entry of readdirSync(library, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(path.join(library, entry.name));
  }
}
