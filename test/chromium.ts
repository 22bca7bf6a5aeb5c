import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const INSTALL = "apt-get update && apt-get install -y --no-install-recommends chromium";

/** So that Chromium starts anywhere and talks to nobody but the page's server. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/**
 * Finds Chromium, and installs it where that is possible. Without it the reason says what to run;
 * where tests must not be skipped, its absence is an error.
 */
export async function findChromium(): Promise<{ chromium: string | null; reason: string }> {
  const chromium = lookUp() ?? (await install());
  if (chromium) return { chromium, reason: "" };

  const reason = `Chromium is not installed. Next: run ${INSTALL}, or set CHROMIUM_PATH`;
  if (process.env.CI === "true") throw new Error(reason);
  return { chromium: null, reason };
}

function lookUp(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : null;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
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

async function install(): Promise<string | null> {
  if (process.getuid?.() !== 0) return null;
  console.log("Installing Chromium for the tests (a few minutes) …");
  const child = spawn("sh", ["-c", INSTALL], {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  await new Promise((resolve) => child.on("close", resolve).on("error", resolve));
  return lookUp();
}
