import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { CommandFailure } from "../exit.ts";

const MAXIMUM_BYTES = 64 * 1024 * 1024;
const BYTE_ORDER_MARK = "\ufeff";

/** A client's file as it was found. */
export interface ConfigFile {
  /** Where the client looks for it. */
  readonly file: string;
  /** Where it really is: links are followed, so that they stay links. */
  readonly realFile: string;
  /** Null when there is no file. */
  readonly bytes: Buffer | null;
  /** Without the mark that some editors put in front. */
  readonly text: string;
  readonly hasMark: boolean;
}

export function readConfigFile(file: string): ConfigFile {
  const realFile = resolveLinks(file);
  const bytes = readBytes(realFile, file);
  const decoded = bytes ? decode(bytes, file) : "";
  const hasMark = decoded.startsWith(BYTE_ORDER_MARK);
  return { file, realFile, bytes, text: hasMark ? decoded.slice(1) : decoded, hasMark };
}

/** The bytes of a changed text, with the mark if there was one. */
export function encode({ hasMark }: ConfigFile, text: string): Buffer {
  return Buffer.from(hasMark ? BYTE_ORDER_MARK + text : text, "utf8");
}

/** What went wrong with a file, as a person can act on it; anything unknown is a bug. */
export function fileFailure(error: unknown, file: string): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (!reason) return error;
  return new CommandFailure(`${file} ${reason[0]}. Nothing was changed. Next: ${reason[1]}.`);
}

const MAY_NOT = [
  "may not be read or written by you",
  "run this as the user it belongs to",
] as const;
const REASONS: Readonly<Record<string, readonly [problem: string, next: string]>> = {
  EACCES: MAY_NOT,
  EPERM: MAY_NOT,
  EROFS: ["is on a file system that cannot be written", "add the entry in another way"],
  ENOSPC: ["cannot be written because the disk is full", "make room and run this again"],
  EDQUOT: ["cannot be written because your quota is used up", "make room and run this again"],
  ELOOP: ["is a link that leads to itself", "repair the link"],
  ENOTDIR: ["lies below something that is no folder", "move that away"],
  ENAMETOOLONG: ["has too long a name", "choose a shorter folder"],
  EBUSY: ["is in use", "close the client and run this again"],
};

function resolveLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw fileFailure(error, file);
  }
  if (lstatSync(file, { throwIfNoEntry: false })) {
    throw new CommandFailure(
      `${file} is a link to a file that does not exist. Nothing was changed. Next: remove the link or make the file.`,
    );
  }
  return file;
}

function readBytes(realFile: string, file: string): Buffer | null {
  try {
    const found = statSync(realFile, { throwIfNoEntry: false });
    if (!found) return null;
    if (!found.isFile()) {
      throw new CommandFailure(
        `${file} is not a file. Nothing was changed. Next: move away what is in its place.`,
      );
    }
    if (found.size > MAXIMUM_BYTES) {
      throw new CommandFailure(
        `${file} is larger than any configuration should be. Nothing was changed. Next: look at what is in it.`,
      );
    }
    return readFileSync(realFile);
  } catch (error) {
    throw fileFailure(error, file);
  }
}

function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandFailure(
      `${file} is not text in UTF-8. Nothing was changed. Next: save it as UTF-8 and run this again.`,
    );
  }
}
