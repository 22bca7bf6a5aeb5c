import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Builds the program of a commit or tag in the folder; needs its packages from npm. Returns the path of its command. */
export function buildReleased(commit: string, folder: string): string {
  if (!existsSync(path.join(folder, "package.json"))) {
    const archive = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1 << 30 });
    execFileSync("tar", ["x"], { cwd: folder, input: archive });
  }
  if (!existsSync(path.join(folder, "node_modules"))) {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  }
  execFileSync(process.execPath, ["scripts/bundle-server.cjs"], { cwd: folder });
  return path.join(folder, "apps/server/bin/trovella.mjs");
}
