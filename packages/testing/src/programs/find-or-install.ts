import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const LOCK = path.join(tmpdir(), "trovella-apt.lock");
const STALE_LOCK_MS = 15 * 60_000;

interface Wanted<Programs> {
  /** Display name. */
  readonly name: string;
  readonly packages: readonly string[];
  lookUp(): Programs | null;
}

/**
 * Finds programs, or installs them once where possible. Otherwise returns the reason and the command to
 * run; throws where tests must not be skipped.
 */
export async function findOrInstall<Programs>({
  name,
  packages,
  lookUp,
}: Wanted<Programs>): Promise<{ programs: Programs | null; reason: string }> {
  const command = `apt-get update && apt-get install -y --no-install-recommends --no-upgrade ${packages.join(" ")}`;
  const programs = lookUp() ?? (await installOnce(name, command, lookUp));
  if (programs) return { programs, reason: "" };

  const reason = `${name} is missing. Next: run ${command}`;
  if (process.env.CI === "true") throw new Error(reason);
  return { programs: null, reason };
}

export function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const files = folders.map((folder) => path.join(folder, name));
  return files.find(isExecutable) ?? null;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Tests run in parallel, apt-get does not: one process installs, the others wait for the lock. */
async function installOnce<Programs>(
  name: string,
  command: string,
  lookUp: () => Programs | null,
): Promise<Programs | null> {
  if (process.getuid?.() !== 0 || !findProgram("apt-get")) return null;
  while (!takeLock()) await sleep(1_000);
  try {
    const programs = lookUp();
    if (programs) return programs;
    await install(name, command);
    return lookUp();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

async function install(name: string, command: string): Promise<void> {
  console.log(`Installing ${name} for the tests (a few minutes) …`);
  const child = spawn("sh", ["-c", command], {
    stdio: "ignore",
    // With this run level apt starts no services on installation.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  });
  await new Promise((resolve) => child.on("close", resolve).on("error", resolve));
}

function takeLock(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    removeStaleLock();
    return false;
  }
}

function removeStaleLock(): void {
  const made = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - made > STALE_LOCK_MS) rmSync(LOCK, { recursive: true, force: true });
}
