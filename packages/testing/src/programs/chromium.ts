import { findOrInstall, findProgram, isExecutable } from "./find-or-install.ts";

/** The same engine without a window system; it takes half the CPU time. */
const HEADLESS_SHELL = "chromium-headless-shell";
const WHOLE_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Lets Chromium start in containers and connect to nothing but the page's server. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

interface FoundChromium {
  readonly chromium: string | null;
  readonly reason: string;
}

/** CHROMIUM_PATH, or an installed Chromium. */
export function findChromium(): Promise<FoundChromium> {
  return findOneOf([HEADLESS_SHELL, ...WHOLE_NAMES], HEADLESS_SHELL);
}

/** One with notifications, which the headless shell lacks. */
export function findWholeChromium(): Promise<FoundChromium> {
  return findOneOf(WHOLE_NAMES, "chromium");
}

async function findOneOf(names: readonly string[], wanted: string): Promise<FoundChromium> {
  const search = { name: "Chromium", packages: [wanted], lookUp: () => lookUp(names) };
  const { programs, reason } = await findOrInstall(search);
  return { chromium: programs, reason };
}

function lookUp(names: readonly string[]): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : null;
  for (const name of names) {
    const found = findProgram(name);
    if (found) return found;
  }
  return null;
}
