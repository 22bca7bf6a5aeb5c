import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isIgnored } from "@trovella/documents";
import { IMPORT_LIMITS, type ImportFile } from "@trovella/research";
import { CommandFailure } from "../../exit.ts";

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** What was left out, and why: sentences. */
  readonly skipped: readonly { readonly path: string; readonly text: string }[];
}

export interface FoundFile extends ImportFile {
  /** Where it is on this machine. */
  readonly location: string;
}

const MAX_DEPTH = 30;

/**
 * The files at the given paths and in the folders there, in the order of their names. Links are followed to files of the same
 * folder alone, so a folder from elsewhere cannot bring in what is outside of it.
 */
export async function findFiles(given: readonly string[]): Promise<FoundFiles> {
  const found = new Search();
  for (const place of given) {
    const root = await realpath(place).catch(() => null);
    if (root === null) throw new CommandFailure(`There is no file or folder ${place}.`);
    const about = await stat(root);
    // Named after the folder, as if that had been given.
    const base = path.basename(path.dirname(root));
    if (about.isDirectory())
      await found.addFolder({ root, folder: root, shown: path.basename(root), depth: 0 });
    else if (about.isFile())
      found.addFile(root, path.posix.join(base, path.basename(root)), about.size);
    else throw new CommandFailure(`${place} is neither a file nor a folder.`);
  }
  return found;
}

interface Folder {
  readonly root: string;
  readonly folder: string;
  readonly shown: string;
  readonly depth: number;
}

class Search implements FoundFiles {
  readonly files: FoundFile[] = [];
  readonly skipped: { path: string; text: string }[] = [];
  private readonly locations = new Set<string>();

  addFile(location: string, shown: string, bytes: number): void {
    if (this.locations.has(location)) return;
    this.locations.add(location);
    if (this.files.length >= IMPORT_LIMITS.files) {
      throw new CommandFailure(
        `These are more than ${IMPORT_LIMITS.files.toLocaleString("en")} files; nothing was imported. Import them in parts.`,
      );
    }
    this.files.push({ path: shown, location, bytes, read: () => readFile(location) });
  }

  async addFolder({ root, folder, shown, depth }: Folder): Promise<void> {
    if (depth > MAX_DEPTH) return this.skip(shown, "The folder is nested too deeply.");
    const names = await readdir(folder).catch(() => null);
    if (names === null) return this.skip(shown, "The folder cannot be read.");
    for (const name of names.sort()) {
      if (isIgnored(name)) continue;
      const place = {
        root,
        folder: path.join(folder, name),
        shown: `${shown}/${name}`,
        depth: depth + 1,
      };
      await this.addEntry(place);
    }
  }

  private async addEntry(place: Folder): Promise<void> {
    const { root, folder: location, shown } = place;
    const about = await lstat(location).catch(() => null);
    if (about?.isDirectory()) return this.addFolder(place);
    if (about?.isFile()) return this.addFile(location, shown, about.size);
    if (!about?.isSymbolicLink()) return this.skip(shown, "It is no file.");
    const target = await realpath(location).catch(() => null);
    const aim = target === null ? null : await stat(target).catch(() => null);
    if (target === null || !target.startsWith(root + path.sep))
      return this.skip(shown, "The link leads out of the folder, or nowhere.");
    // A folder inside is visited by its own name.
    if (aim?.isFile()) this.addFile(target, shown, aim.size);
  }

  private skip(shown: string, text: string): void {
    if (this.skipped.length < IMPORT_LIMITS.reports) this.skipped.push({ path: shown, text });
  }
}
