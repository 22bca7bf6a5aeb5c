import { findOrInstall, findProgram, isExecutable } from "./debian-packages.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** So that Chromium starts anywhere and talks to nobody but the page's server. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Chromium, or the one that CHROMIUM_PATH names. */
export async function findChromium(): Promise<{ chromium: string | null; reason: string }> {
  const packages = ["chromium"];
  const { programs, reason } = await findOrInstall({ name: "Chromium", packages, lookUp });
  return { chromium: programs, reason };
}

function lookUp(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : null;
  for (const name of NAMES) {
    const found = findProgram(name);
    if (found) return found;
  }
  return null;
}
