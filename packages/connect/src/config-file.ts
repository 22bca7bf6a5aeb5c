import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { ConnectError } from "./connect-error.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const BYTE_ORDER_MARK = "\ufeff";

export interface ConfigFile {
  readonly file: string;
  /** The path after following symbolic links, so that they stay links. */
  readonly realFile: string;
  readonly bytes: Buffer | null;
  /** Without the byte order mark that some editors write. */
  readonly text: string;
  readonly hasByteOrderMark: boolean;
}

export function readConfigFile(file: string): ConfigFile {
  const realFile = resolveLinks(file);
  const bytes = readBytes(realFile, file);
  const decoded = bytes ? decode(bytes, file) : "";
  const hasByteOrderMark = decoded.startsWith(BYTE_ORDER_MARK);
  return {
    file,
    realFile,
    bytes,
    text: hasByteOrderMark ? decoded.slice(1) : decoded,
    hasByteOrderMark,
  };
}

/** The bytes of a changed text, with a byte order mark if the file had one. */
export function encodeConfig({ hasByteOrderMark }: ConfigFile, text: string): Buffer {
  return Buffer.from(hasByteOrderMark ? BYTE_ORDER_MARK + text : text, "utf8");
}

/** A message the user can act on for known system errors; any other error is a bug. */
export function explainFileError(error: unknown, file: string): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (!reason) return error;
  return new ConnectError(`${file} ${reason[0]}. Nothing was changed. Next: ${reason[1]}.`);
}

const NO_PERMISSION = ["cannot be read or written by your user", "run this as its owner"] as const;
const REASONS: Readonly<Record<string, readonly [problem: string, next: string]>> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: ["is on a read-only file system", "add the entry in another way"],
  ENOSPC: ["cannot be written because the disk is full", "free some space and run this again"],
  EDQUOT: [
    "cannot be written because your disk quota is used up",
    "free some space and run this again",
  ],
  ELOOP: ["is a symbolic link to itself", "fix the link"],
  ENOTDIR: ["has a parent that is not a folder", "move that file away"],
  ENAMETOOLONG: ["has a path that is too long", "choose a shorter folder"],
  EBUSY: ["is in use", "close the client and run this again"],
};

function resolveLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw explainFileError(error, file);
  }
  if (lstatSync(file, { throwIfNoEntry: false })) {
    throw new ConnectError(
      `${file} is a symbolic link to a file that does not exist. Nothing was changed. Next: remove the link or create the file.`,
    );
  }
  return file;
}

function readBytes(realFile: string, file: string): Buffer | null {
  try {
    const found = statSync(realFile, { throwIfNoEntry: false });
    if (!found) return null;
    if (!found.isFile()) {
      throw new ConnectError(`${file} is not a file. Nothing was changed. Next: move it away.`);
    }
    if (found.size > MAX_BYTES) {
      throw new ConnectError(
        `${file} is too large for a configuration file. Nothing was changed. Next: check its content.`,
      );
    }
    return readFileSync(realFile);
  } catch (error) {
    throw explainFileError(error, file);
  }
}

function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ConnectError(
      `${file} is not UTF-8 text. Nothing was changed. Next: save it as UTF-8 and run this again.`,
    );
  }
}
