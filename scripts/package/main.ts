import { rmSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkPackage } from "./check-package.ts";
import { makeDesktopBundle, PLATFORMS, thisPlatform } from "./make-desktop-bundle.ts";
import { makeTarball, OUTPUT } from "./make-tarball.ts";
import { writeChecksums, writeComponents, writeRegistryEntry } from "./release-files.ts";

const USAGE = `Usage: npm run package [-- OPTIONS]    makes trovella-<version>.tgz in dist-package/

  mcpb                   also makes a bundle for Claude Desktop, and server.json for the MCP registry
  --platform NAME        for another platform (${PLATFORMS.join(", ")}); may be repeated
  --download-url URL     where the files will be published; server.json then names them
  --check                installs the package in an empty environment and measures it
  --semantic             with --check: also fetches what semantic search needs`;

async function main(): Promise<number> {
  const { values, positionals } = readOptions();
  const unknown = [
    ...positionals.filter((word) => word !== "mcpb"),
    ...values.platform.filter((name) => !PLATFORMS.includes(name)),
  ];
  if (values.help || unknown.length > 0) {
    console.log(unknown.length > 0 ? `Unknown: ${unknown.join(", ")}.\n\n${USAGE}` : USAGE);
    return unknown.length > 0 ? 2 : 0;
  }

  rmSync(OUTPUT, { recursive: true, force: true });
  const { file: tarball, bundled } = await makeTarball();
  const files = [tarball, writeComponents(bundled)];
  if (positionals.includes("mcpb")) {
    const platforms = values.platform.length > 0 ? values.platform : [thisPlatform()];
    const bundles = platforms.map((platform) => makeDesktopBundle(tarball, platform));
    files.push(...bundles, writeRegistryEntry(bundles, values["download-url"]));
  }
  writeChecksums(files);
  for (const file of files) console.log(`${megabytes(file)} MB  ${path.relative("", file)}`);
  return values.check ? checkPackage(tarball, { semantic: values.semantic }) : 0;
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      platform: { type: "string", multiple: true, default: [] },
      "download-url": { type: "string" },
      check: { type: "boolean", default: false },
      semantic: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return { values, positionals };
}

function megabytes(file: string): string {
  return (statSync(file).size / 1_000_000).toFixed(1).padStart(6);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
