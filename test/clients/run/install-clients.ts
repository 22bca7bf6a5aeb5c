import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestClient } from "../catalog/test-client.ts";

type NpmCommand = { file: string; arguments: string[]; shell: boolean };
const { npmCommand }: { npmCommand(execPath?: string): NpmCommand } = createRequire(
  import.meta.url,
)("../../../scripts/prepare.cjs");

const MANIFESTS = ["package.json", "package-lock.json", ".npmrc"];
const HERE = fileURLToPath(new URL("../", import.meta.url));
const PLATFORM = `${process.platform}-${process.arch}`;
/** The oldest Node.js on which all clients run that bring none of their own. */
const NEEDED_NODE = [22, 19] as const;

/** Installs the pinned clients once for each lockfile, outside of the repository; returns their node_modules. */
export function installClients(manifests = HERE): string {
  const folder = cacheFolder(manifests);
  const modules = path.join(folder, "node_modules");
  if (existsSync(modules)) return modules;

  console.log("Installing the clients (about a minute, 0.9 GB to download and 2.4 GB on disk) …");
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  for (const name of MANIFESTS) cpSync(path.join(manifests, name), path.join(unfinished, name));
  const npm = npmCommand(process.env.npm_execpath);
  const options = ["ci", "--ignore-scripts", "--loglevel=error"];
  const { status } = spawnSync(npm.file, [...npm.arguments, ...options], {
    cwd: unfinished,
    shell: npm.shell,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(
      "The clients could not be installed; npm says why above. Fix that and try again.",
    );
  }
  // Another run may have been faster; its files are the same.
  if (existsSync(folder)) rmSync(unfinished, { recursive: true, force: true });
  else renameSync(unfinished, folder);
  return modules;
}

function cacheFolder(manifests: string): string {
  const cache = process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache");
  const hash = createHash("sha256").update(readFileSync(path.join(manifests, "package-lock.json")));
  const parent = process.env.TROVELLA_CLIENTS_CACHE ?? path.join(cache, "trovella-test-clients");
  return path.join(parent, hash.digest("hex").slice(0, 16));
}

/** The command that starts a client. */
export function commandOf(
  client: Pick<TestClient, "program" | "isJavaScript">,
  modules: string,
): readonly [string, ...string[]] {
  const program = path.join(modules, client.program(PLATFORM));
  return client.isJavaScript ? [nodeIn(modules), program] : [program];
}

export function versionOf({ package: name }: Pick<TestClient, "package">, modules: string): string {
  const manifest = readFileSync(path.join(modules, name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** This Node.js if it is new enough, else the pinned one. */
function nodeIn(modules: string): string {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [neededMajor, neededMinor] = NEEDED_NODE;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor))
    return process.execPath;
  const pinned = path.join(modules, `node-${PLATFORM}`, "bin", "node");
  if (existsSync(pinned)) return pinned;
  throw new Error(
    `Some clients need Node.js ${NEEDED_NODE.join(".")} or newer, and this is ${process.versions.node}. Run this with a newer one.`,
  );
}
