import { findOrInstall, findProgram, isExecutable } from "./find-or-install.ts";

// The headless shell is the same engine without a window system and takes half the CPU time.
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/** Lets Chromium start in containers and connect to nothing but the page's server. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** CHROMIUM_PATH, or an installed Chromium. */
export async function findChromium(): Promise<{ chromium: string | null; reason: string }> {
  const packages = ["chromium-headless-shell"];
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
