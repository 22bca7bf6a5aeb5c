export interface ChosenFile {
  /** With the folders in which it was chosen. */
  readonly path: string;
  readonly file: File;
}

/** As many as the server takes at once. */
export const MAX_FILES = 2_000;
export const MAX_BYTES = 100 * 1024 * 1024;

export function chosenFiles(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** The files that were dropped, and those in dropped folders. Entries can be read only while the event is handled. */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: ChosenFile[] = [];
  for (const entry of entries) await addEntry(entry, found);
  return found;
}

export function bytesOf(files: readonly ChosenFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}

async function addEntry(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  // One more than can be sent is enough to say so.
  if (found.length > MAX_FILES) return;
  if (isFile(entry)) {
    const file = await new Promise<File | null>((resolve) =>
      entry.file(resolve, () => resolve(null)),
    );
    if (file) found.push({ path: entry.fullPath.replace(/^\//, ""), file });
  } else if (isFolder(entry)) {
    for (const inner of await entriesOf(entry)) await addEntry(inner, found);
  }
}

/** A reader hands out a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0 || all.length > MAX_FILES) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
