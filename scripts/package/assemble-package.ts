import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ownFontFiles } from "../../packages/deliverables/src/pdf/fonts/own-fonts.ts";
import { packagesOfFiles, packagesOfWorkspace, thirdPartyNotices } from "./notices.ts";
import { type Manifest, type PackageManifest, packageManifest } from "./package-manifest.ts";

type BundleSources = (
  programs: readonly string[],
  folder: string,
  options: { whole: boolean },
) => Promise<{ metafile: { inputs: Readonly<Record<string, unknown>> } }>;

export const ROOT = path.resolve(fileURLToPath(new URL("../../", import.meta.url)));
const load = createRequire(import.meta.url);
const { bundleSources }: { bundleSources: BundleSources } = load("../bundle-sources.cjs");

const MAIN = "apps/server/src/main.ts";
const BUNDLE = "apps/server/dist/package";
const CONSOLE_PAGE = "apps/console/dist/index.html";
const FONTS = "packages/deliverables/src/pdf/fonts/files";
/** What the command reads from files. */
const CARRIED = [
  "LICENSE",
  "apps/server/bin/bundle.cjs",
  "apps/server/bin/node-version.cjs",
  "apps/server/bin/trovella.mjs",
  "apps/board/dist/board.html",
  "apps/console/dist",
  "packages/db/src/migrations",
  "packages/deliverables/src/pdf/template",
  "packages/research/src/audit/verify.mjs",
  "skills",
];
/** Records of builds, and what only the tools of developers read. */
const LEFT_OUT = [/\.sources$/, /_snapshot\.json$/, /\.test\.ts$/];

/**
 * Puts all files of the package into an empty folder; console and board must have been built. Returns the folders of the npm
 * packages whose code or fonts are among them.
 */
export async function assemblePackage(
  folder: string,
  { repository }: { repository: string | null },
): Promise<string[]> {
  const inputs = await bundleInto(folder);
  for (const place of CARRIED) copyInto(folder, place);
  for (const file of ownFontFiles()) {
    cpSync(file, path.join(folder, FONTS, path.basename(file)));
  }
  const { engines } = readManifest("apps/server");
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  write("package.json", json(readPackageManifest(repository)));
  write("README.md", readFileSync(path.join(ROOT, "apps/server/README.md"), "utf8"));
  write("apps/server/package.json", json({ type: "module", engines }));
  // Without sources nothing can be newer than the bundle.
  write("apps/server/dist/bundle.json", json({ folder: path.basename(BUNDLE), sources: [] }));
  write(CONSOLE_PAGE, namingCommand(readFileSync(path.join(folder, CONSOLE_PAGE), "utf8")));
  const bundled = packagesIn(inputs);
  write("THIRD-PARTY-NOTICES.txt", thirdPartyNotices(bundled));
  requireReferencedFiles(folder);
  return bundled;
}

/** Bundles at the same depth inside the repository, where packages are found, and then moves the result. */
async function bundleInto(folder: string): Promise<string[]> {
  const draft = path.join(ROOT, "apps/server/dist", `.package-${process.pid}`);
  try {
    const { metafile } = await bundleSources([MAIN], draft, { whole: true });
    cpSync(draft, path.join(folder, BUNDLE), { recursive: true });
    // Those with a colon are no files.
    return Object.keys(metafile.inputs).filter((file) => !file.includes(":"));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function copyInto(folder: string, place: string): void {
  const target = path.join(folder, place);
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(path.join(ROOT, place), target, {
    recursive: true,
    filter: (file) => !LEFT_OUT.some((pattern) => pattern.test(file)),
  });
}

/** The console shows commands to copy. */
function namingCommand(page: string): string {
  const named = page.replace('<html lang="en">', '<html lang="en" data-command="trovella">');
  if (named === page) throw new Error("The page of the console does not begin as expected.");
  return named;
}

function packagesIn(inputs: readonly string[]): string[] {
  const fonts = ownFontFiles().map((file) => path.relative(ROOT, file));
  const folders = [
    // The last one writes a part of the console's style sheet.
    ...packagesOfFiles(ROOT, [...inputs, ...fonts, "node_modules/tailwindcss/package.json"]),
    ...packagesOfWorkspace(ROOT, "apps/console"),
  ];
  return [...new Set(folders)].sort();
}

/** Left over where a bundler did not recognize it; the file is not there any more. */
const RELATIVE_REQUIRE = /require\d*\("\.\.?\//;
const MODULE_URL = /new URL\("([^"]+)",\s*import\.meta\.url\)/g;

/** A file that the code refers to but nobody carried would be noticed only by those who installed the package. */
function requireReferencedFiles(folder: string): void {
  const bundle = path.join(folder, BUNDLE);
  const texts = readdirSync(bundle)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(bundle, name), "utf8"));
  if (texts.some((text) => RELATIVE_REQUIRE.test(text)))
    throw new Error("A package requires files of its own in a way that cannot be bundled.");
  const references = texts
    .flatMap((text) => [...text.matchAll(MODULE_URL)])
    .map(([, target = ""]) => path.join(bundle, target));
  // A module's own URL stands for the folder that its source would be in.
  const files = references.filter((file) => !file.endsWith(".ts"));
  const missing = files.filter((file) => !existsSync(file));
  if (files.length === 0) throw new Error("The bundle refers to no files at all.");
  if (missing.length === 0) return;
  const names = missing.map((file) => path.relative(folder, file)).join(", ");
  throw new Error(`The package lacks files that its code reads: ${names}. Next: add to CARRIED.`);
}

/** The package.json of the package. */
export function readPackageManifest(repository: string | null = null): PackageManifest {
  return packageManifest({
    server: readManifest("apps/server"),
    db: readManifest("packages/db"),
    deliverables: readManifest("packages/deliverables"),
    repository,
  });
}

export function readManifest(workspace: string): Manifest {
  return JSON.parse(readFileSync(path.join(ROOT, workspace, "package.json"), "utf8"));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
