import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

type BundleSources = (programs: readonly string[], folder: string) => Promise<unknown>;

const { bundleSources }: { bundleSources: BundleSources } = createRequire(import.meta.url)(
  "../../../../scripts/bundle-sources.cjs",
);
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** Where the packages are found, and Git does not look. */
const FOLDER = fileURLToPath(new URL("../../../../test/dist", import.meta.url));

const folders: string[] = [];

/**
 * What to give to Node.js so that it runs a TypeScript program of the tests: started often, it would otherwise
 * take longer to load than to run. Lasts as long as this process.
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
