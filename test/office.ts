import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The programs that open office files and read the pages they make of them. */
export interface Office {
  readonly soffice: string;
  readonly pdftotext: string;
}

const PACKAGES = [
  "libreoffice-writer",
  "libreoffice-calc",
  "libreoffice-impress",
  "poppler-utils",
  "fonts-liberation",
];
const INSTALL = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES.join(" ")}`;
const LOCK = path.join(tmpdir(), "trovella-office-install.lock");
const STALE_LOCK_MS = 15 * 60_000;

/**
 * Finds the programs, and installs them once where that is possible. Without them the reason says
 * what to run; where tests must not be skipped, their absence is an error.
 */
export async function findOffice(): Promise<{ office: Office | null; reason: string }> {
  const office = lookUp() ?? (await install());
  if (office) return { office, reason: "" };

  const reason = `LibreOffice and poppler are not installed. Next: run ${INSTALL}`;
  if (process.env.CI === "true") throw new Error(reason);
  return { office: null, reason };
}

function lookUp(): Office | null {
  const soffice = findProgram("soffice") ?? findProgram("libreoffice");
  const pdftotext = findProgram("pdftotext");
  return soffice && pdftotext ? { soffice, pdftotext } : null;
}

function findProgram(name: string): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const files = folders.map((folder) => path.join(folder, name));
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function install(): Promise<Office | null> {
  if (process.getuid?.() !== 0 || !findProgram("apt-get")) return null;
  // Test files run side by side: one installs, the others wait for it.
  while (!takeLock()) await sleep(1_000);
  try {
    return lookUp() ?? (await runInstall());
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

async function runInstall(): Promise<Office | null> {
  console.log("Installing LibreOffice and poppler for the tests (a few minutes) …");
  const child = spawn("sh", ["-c", INSTALL], {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  await new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  return lookUp();
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
