import { unzipSync } from "fflate";
import { ARCHIVE_LIMITS, isBomb, isUnsafeName } from "./archive-limits.ts";

export interface ArchiveEntry {
  readonly name: string;
  /** As the archive declares it; no more is unpacked. */
  readonly bytes: number;
  readonly packedBytes: number;
}

/** The problem is the end of a sentence that begins with the archive. */
export type ArchiveListing =
  | { readonly entries: readonly ArchiveEntry[] }
  | { readonly problem: string };

const SIGNATURE = [0x50, 0x4b];

export function isZip(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** The files in a zip file, without unpacking any. The archive as a whole is refused for what nobody makes by accident. */
export function listArchive(bytes: Uint8Array): ArchiveListing {
  const entries: ArchiveEntry[] = [];
  let isMany = false;
  try {
    unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        isMany = entries.length >= ARCHIVE_LIMITS.entries;
        if (isMany) throw new Error("too many files");
        entries.push({ name, bytes: originalSize, packedBytes: size });
        return false;
      },
    });
  } catch {
    return {
      problem: isMany
        ? `has more than ${ARCHIVE_LIMITS.entries} files`
        : "is damaged, or no zip file",
    };
  }
  const problem = problemOf(entries, bytes.length);
  return problem === null
    ? { entries: entries.filter(({ name }) => !name.endsWith("/")) }
    : { problem };
}

function problemOf(entries: readonly ArchiveEntry[], packed: number): string | null {
  const unpacked = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (entries.some(({ name }) => isUnsafeName(name)))
    return "has a file whose name leads out of its folder";
  if (unpacked > ARCHIVE_LIMITS.unpackedBytes) return "is larger than 1 GB when it is unpacked";
  if (isBomb({ packed, unpacked })) return "unpacks to more than 200 times its size";
  return null;
}

const BATCH_BYTES = 32_000_000;
const BATCH_FILES = 500;

/**
 * Unpacks the entries in memory, some at a time, and hands out each in turn; null for one that is damaged, encrypted or packed in
 * an unknown way. Names that occur twice are handed out once.
 */
export function* unpackEntries(
  bytes: Uint8Array,
  entries: readonly ArchiveEntry[],
): Generator<{ readonly entry: ArchiveEntry; readonly content: Uint8Array | null }> {
  for (const batch of batchesOf(entries)) {
    const files = unpack(bytes, batch);
    for (const entry of batch) {
      const content = files?.get(entry.name) ?? unpack(bytes, [entry])?.get(entry.name);
      yield { entry, content: content?.length === entry.bytes ? content : null };
    }
  }
}

function batchesOf(entries: readonly ArchiveEntry[]): ArchiveEntry[][] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const batches: ArchiveEntry[][] = [];
  let room = 0;
  for (const entry of byName.values()) {
    const last = batches.at(-1);
    if (!last || room < entry.bytes || last.length >= BATCH_FILES) {
      batches.push([entry]);
      room = BATCH_BYTES - entry.bytes;
    } else {
      last.push(entry);
      room -= entry.bytes;
    }
  }
  return batches;
}

/** Null when one of them cannot be unpacked. */
function unpack(
  bytes: Uint8Array,
  entries: readonly ArchiveEntry[],
): Map<string, Uint8Array> | null {
  const wanted = new Set(entries.map(({ name }) => name));
  try {
    const files = unzipSync(bytes, { filter: ({ name }) => wanted.has(name) });
    return new Map(Object.entries(files));
  } catch {
    return null;
  }
}
