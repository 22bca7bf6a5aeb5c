import {
  type ArchiveEntry,
  contentProblem,
  type FileKind,
  fileKind,
  isIgnored,
  listArchive,
  unpackEntries,
} from "@trovella/documents";
import { AppError } from "@trovella/foundation";
import { isPlanArchive } from "../exchange/archive-format.ts";
import { IMPORT_LIMITS, MAX_FILE_BYTES } from "./import-limits.ts";

/** A file as the caller found it. */
export interface ImportFile {
  /** As it is shown, with slashes: `notes/heat.md`. */
  readonly path: string;
  readonly bytes: number;
  read(): Promise<Uint8Array>;
}

/** Says of a file why it is left out; a sentence. */
export type Skip = (path: string, reason: string) => void;

export interface Listing {
  readonly skip: Skip;
  /** Called for files that nobody would expect to be imported, such as pictures beside notes. */
  leaveAlone(path: string): void;
}

/** A file that can be imported, in an archive or not. */
export interface Leaf {
  readonly path: string;
  readonly kind: Exclude<FileKind, "zip">;
  readonly entry: ArchiveEntry | null;
}

/** Leaves of one file: of itself, or of the archive that it is. */
export interface LeafGroup {
  readonly file: ImportFile;
  readonly leaves: readonly Leaf[];
}

/** Everything that can be imported, archives opened; says of the rest why it cannot. */
export async function listLeaves(
  files: readonly ImportFile[],
  listing: Listing,
): Promise<LeafGroup[]> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > IMPORT_LIMITS.totalBytes) throw tooMuch("These files are larger than 4 GB together");
  const groups: LeafGroup[] = [];
  let count = 0;
  for (const file of files) {
    const leaves = await leavesOf(file, listing);
    count += leaves.length;
    if (count > IMPORT_LIMITS.files)
      throw tooMuch(`These are more than ${IMPORT_LIMITS.files.toLocaleString("en")} files`);
    if (leaves.length > 0) groups.push({ file, leaves });
  }
  return groups;
}

async function leavesOf(file: ImportFile, listing: Listing): Promise<Leaf[]> {
  const { skip } = listing;
  const kind = importableKind(file, listing);
  if (kind === null) return [];
  if (kind !== "zip") return [{ path: file.path, kind, entry: null }];
  const bytes = await readOrSkip(file, skip);
  if (!bytes) return [];
  const archive = listArchive(bytes);
  if ("problem" in archive) {
    skip(file.path, `The archive ${archive.problem}.`);
    return [];
  }
  if (isPlanArchive(archive.entries.map(({ name }) => name))) {
    skip(file.path, "It is an export of plans: import it on its own, in the console in Settings.");
    return [];
  }
  return archive.entries.flatMap((entry): Leaf[] => {
    const path = `${file.path}/${entry.name}`;
    if (isIgnored(entry.name)) return [];
    const inner = importableKind({ path, bytes: entry.bytes }, listing);
    if (inner === "zip") skip(path, "It is an archive inside an archive.");
    return inner === null || inner === "zip" ? [] : [{ path, kind: inner, entry }];
  });
}

function importableKind(
  { path, bytes }: { readonly path: string; readonly bytes: number },
  { skip, leaveAlone }: Listing,
): FileKind | null {
  const kind = fileKind(path);
  if (kind === null) leaveAlone(path);
  else if (bytes > MAX_FILE_BYTES[kind])
    skip(path, `It is larger than ${MAX_FILE_BYTES[kind] / 1e6} MB.`);
  else return kind;
  return null;
}

/** The contents of the wanted leaves in turn; at most one archive is held at a time. */
export async function* readLeaves(
  groups: readonly LeafGroup[],
  { isWanted, skip }: { isWanted(leaf: Leaf): boolean; readonly skip: Skip },
): AsyncGenerator<{ readonly leaf: Leaf; readonly bytes: Uint8Array | null }> {
  for (const { file, leaves } of groups) {
    const wanted = leaves.filter(isWanted);
    if (wanted.length === 0) continue;
    const bytes = await readOrSkip(file, skip);
    for (const { leaf, content } of contentsOf(wanted, bytes)) {
      if (!bytes) yield { leaf, bytes: null };
      else yield { leaf, bytes: usable(leaf, content, skip) };
    }
  }
}

function* contentsOf(
  leaves: readonly Leaf[],
  bytes: Uint8Array | null,
): Generator<{ readonly leaf: Leaf; readonly content: Uint8Array | null }> {
  const byName = new Map(leaves.flatMap((leaf) => (leaf.entry ? [[leaf.entry.name, leaf]] : [])));
  for (const leaf of leaves) if (!leaf.entry || !bytes) yield { leaf, content: bytes };
  const entries = bytes ? leaves.flatMap(({ entry }) => entry ?? []) : [];
  for (const { entry, content } of unpackEntries(bytes ?? new Uint8Array(), entries)) {
    const leaf = byName.get(entry.name);
    if (leaf) yield { leaf, content };
  }
}

function usable({ path, kind }: Leaf, content: Uint8Array | null, skip: Skip): Uint8Array | null {
  const problem = content ? contentProblem(kind, content) : "is damaged or encrypted";
  if (problem !== null) skip(path, `The file ${problem}.`);
  return problem === null ? content : null;
}

async function readOrSkip(file: ImportFile, skip: Skip): Promise<Uint8Array | null> {
  try {
    return await file.read();
  } catch {
    skip(file.path, "The file cannot be read.");
    return null;
  }
}

function tooMuch(problem: string): AppError {
  return new AppError(
    "LIMIT_EXCEEDED",
    `${problem}; nothing was imported. Next: import them in parts.`,
  );
}
