import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

interface Notice {
  readonly title: string;
  readonly text: string;
}

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;
const RULE = "=".repeat(78);

/** The licenses of all packages whose code or fonts are in the package, each text once. */
export function thirdPartyNotices(folders: readonly string[]): string {
  const titles = new Map<string, string[]>();
  for (const { title, text } of folders.map(noticeOf)) {
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  const parts = [...titles].map(
    ([text, names]) => `${RULE}\n${[...new Set(names)].join("\n")}\n${RULE}\n\n${text}\n`,
  );
  return `Trovella contains code and fonts of other projects, under these licenses.\n\n${parts.join("\n")}`;
}

function noticeOf(folder: string): Notice {
  const { name, version, license } = readManifest(folder);
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  const texts = files.sort().map((file) => readFileSync(path.join(folder, file), "utf8").trim());
  const kind = typeof license === "string" ? license : "see below";
  if (texts.length === 0 && kind === "see below") throw new Error(`${name} names no license.`);
  return { title: `${name} ${version} (${kind})`, text: texts.join("\n\n") || `License: ${kind}` };
}

/** The folders of the npm packages that files, named relative to a root, belong to. */
export function packagesOfFiles(root: string, files: readonly string[]): string[] {
  const folders = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].map((folder) =>
    path.join(root, folder),
  );
}

/** The folders of the npm packages that a workspace needs at run time, with all that these need. */
export function packagesOfWorkspace(root: string, workspace: string): string[] {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    for (const name of Object.keys(readManifest(folder).dependencies ?? {})) {
      const next = findPackage(root, folder, name);
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(path.join(root, workspace));
  return [...found].filter((folder) => !folder.includes(`node_modules${path.sep}@trovella`));
}

/** As Node.js looks for it: beside the package that wants it, then further up. */
function findPackage(root: string, from: string, name: string): string {
  for (let folder = from; folder.startsWith(root); folder = path.dirname(folder)) {
    const place = path.join(folder, "node_modules", name);
    if (existsSync(place)) return place;
  }
  throw new Error(`${name} is not installed. Next: npm ci`);
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
}
