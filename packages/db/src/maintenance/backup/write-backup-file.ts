import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError } from "@trovella/foundation";
import { errorCode, hasErrorCode } from "../../embedded/error-code.ts";
import { temporaryName } from "../../embedded/leftovers.ts";
import { toLine } from "./backup-format.ts";
import { signSeal } from "./backup-signature.ts";
import type { BackupCounts } from "./read-lines.ts";

/**
 * Writes the lines and their seal. The file appears by one rename when it is whole and on the disk;
 * an older one of that name is kept until then. Only its owner may read it.
 */
export async function writeBackupFile(
  file: string,
  lines: AsyncIterable<string>,
  counts: BackupCounts,
  key: Buffer | null = null,
): Promise<{ bytes: number }> {
  const temporary = path.join(path.dirname(file), temporaryName(path.basename(file)));
  try {
    await checkTarget(file);
    const target = createWriteStream(temporary, { flags: "wx", mode: 0o600, flush: true });
    const text = Readable.from(sealed(lines, counts, key));
    if (file.endsWith(".gz")) await pipeline(text, createGzip(), target);
    else await pipeline(text, target);
    await rename(temporary, file);
    await syncDirectory(path.dirname(file));
    return { bytes: target.bytesWritten };
  } catch (error) {
    throw writeError(error, file);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** The lines, followed by a checksum of every byte, signed if there is a key. */
async function* sealed(
  lines: AsyncIterable<string>,
  counts: BackupCounts,
  key: Buffer | null,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  for await (const text of lines) {
    hash.update(text);
    yield text;
  }
  const seal = { rows: counts.rows, sha256: hash.digest("hex") };
  yield toLine(key ? { ...seal, hmac: signSeal(seal, key) } : seal);
}

/** A rename would also replace a device such as /dev/null. */
async function checkTarget(file: string): Promise<void> {
  const found = await lstat(file).catch((error) => {
    if (hasErrorCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (!found || found.isFile()) return;
  throw new AppError(
    "INVALID_INPUT",
    `${file} is ${found.isDirectory() ? "a directory" : "no ordinary file"}. Next: name the file to write, for example backup.jsonl.gz.`,
  );
}

/** Makes the rename durable. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "its directory does not exist",
  ENOTDIR: "its directory does not exist",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "nothing can be written there",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};

function writeError(error: unknown, file: string): unknown {
  const problem = WRITE_PROBLEMS[errorCode(error) ?? ""];
  if (!problem || error instanceof AppError) return error;
  return new AppError(
    "UNAVAILABLE",
    `The backup ${file} could not be written: ${problem}. Next: fix that, or name another file.`,
  );
}
