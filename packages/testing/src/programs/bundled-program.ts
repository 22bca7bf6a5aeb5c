import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

type BundleSources = (programs: readonly string[], folder: string) => Promise<unknown>;

const { bundleSources }: { bundleSources: BundleSources } = createRequire(import.meta.url)(
  "../../../../scripts/bundle-sources.cjs",
);
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** Node resolves packages from here, and Git ignores it. */
const FOLDER = fileURLToPath(new URL("../../../../test/dist", import.meta.url));

const folders: string[] = [];

/**
 * Bundles a TypeScript program and returns the arguments for Node.js to run it: programs that start often would otherwise spend most of their time loading. The bundle lasts as long as this process.
 */
export async function bundledProgram(file: URL): Promise<string[]> {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(path.join(FOLDER, "program-"));
  if (folders.push(folder) === 1) process.once("exit", removeFolders);
  const source = fileURLToPath(file);
  await bundleSources([path.relative(ROOT, source)], folder);
  return ["--enable-source-maps", path.join(folder, `${path.basename(source, ".ts")}.js`)];
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
