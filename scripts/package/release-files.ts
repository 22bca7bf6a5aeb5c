import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { localModel } from "../../packages/search/src/fetching/ensure-local-model.ts";
import { localRuntime } from "../../packages/search/src/fetching/local-runtime.ts";
import { mcpRegistryEntry } from "../plugins/manifests.ts";
import { readManifest, readPackageManifest } from "./assemble-package.ts";
import { billOfMaterials } from "./components.ts";
import { OUTPUT } from "./make-tarball.ts";

/** Writes the bill of materials. */
export function writeComponents(bundled: readonly string[]): string {
  const server = readManifest("apps/server");
  const { dependencies, optionalDependencies } = readPackageManifest();
  const bill = billOfMaterials({
    server,
    bundled,
    installed: { ...dependencies, ...optionalDependencies },
    fetched: [...localRuntime(OUTPUT).packages, ...localModel(OUTPUT).packages],
  });
  return write(`${server.name}-${server.version}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
}

/** Writes server.json for the MCP registry. It names files by URL and hash, never a package by its name. */
export function writeRegistryEntry(bundles: readonly string[], downloadUrl?: string): string {
  const { version } = readManifest("apps/server");
  const packages = bundles.map((file) => ({
    registryType: "mcpb",
    version,
    identifier: `${downloadUrl?.replace(/\/+$/, "")}/${path.basename(file)}`,
    fileSha256: sha256(file),
    transport: { type: "stdio" },
  }));
  const entry = { ...mcpRegistryEntry(version), ...(downloadUrl && { packages }) };
  return write("server.json", `${JSON.stringify(entry, null, 2)}\n`);
}

/** In the format of sha256sum. */
export function writeChecksums(files: readonly string[]): string {
  const lines = files.map((file) => `${sha256(file)}  ${path.basename(file)}\n`);
  return write("SHA256SUMS", lines.join(""));
}

function write(name: string, text: string): string {
  const file = path.join(OUTPUT, name);
  writeFileSync(file, text);
  return file;
}

function sha256(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
