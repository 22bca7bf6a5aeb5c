import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "@trovella/foundation";
import { errorCode } from "../../embedded/error-code.ts";
import {
  type BackupHeader,
  type BackupSeal,
  type BackupSection,
  damaged,
  readHeader,
  readSeal,
  readSection,
} from "./backup-format.ts";

export type BackupLine =
  | { readonly kind: "header"; readonly header: BackupHeader }
  | { readonly kind: "section"; readonly section: BackupSection }
  | { readonly kind: "row"; readonly text: string }
  | { readonly kind: "seal"; readonly seal: BackupSeal };

/** Reads all of it once, so that damage shows before anything is touched. */
export async function checkBackup(file: string): Promise<BackupHeader & { seal: BackupSeal }> {
  let header: BackupHeader | undefined;
  let seal: BackupSeal | undefined;
  for await (const line of readBackup(file)) {
    if (line.kind === "header") header = line.header;
    if (line.kind === "seal") seal = line.seal;
  }
  if (!header || !seal) throw damaged(file);
  return { ...header, seal };
}

/** The lines of a backup; throws at the end, at the latest, when they are not what was written. */
export async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  const hash = createHash("sha256");
  let rows = 0;
  let isFirst = true;
  let seal: string | undefined;
  for await (const line of splitLines(file)) {
    if (seal !== undefined) throw damaged(file);
    const text = line.toString("utf8");
    if (text.startsWith('{"rows":')) {
      seal = text;
      continue;
    }
    hash.update(line).update("\n");
    if (isFirst) yield { kind: "header", header: readHeader(text, file) };
    else if (text.startsWith("[")) {
      rows += 1;
      yield { kind: "row", text };
    } else yield { kind: "section", section: readSection(text, file) };
    isFirst = false;
  }
  const expected = readSeal(seal ?? "", file);
  if (expected.rows !== rows || expected.sha256 !== hash.digest("hex")) throw damaged(file);
  yield { kind: "seal", seal: expected };
}

/** Far above any row that the program writes. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Bytes are split, not characters: readline would also break a line at U+2028. */
async function* splitLines(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of await openBackup(file)) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        yield Buffer.concat([...parts, chunk.subarray(start, end)]);
        parts = [];
        length = 0;
        start = end + 1;
      }
      parts.push(chunk.subarray(start));
      length += chunk.length - start;
      if (length > MAX_LINE_BYTES) throw damaged(file);
    }
  } catch (error) {
    throw readError(error, file);
  }
  // Every line ends with a newline; a rest is one that was cut off.
  if (length > 0) throw damaged(file);
}

/** Recognized by its first bytes, since a file may have been renamed. */
async function openBackup(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file, "r");
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close());
  const stream: Readable = createReadStream(file);
  if (buffer.readUInt16BE() !== 0x1f8b) return stream;
  return pipeline(stream, createGunzip(), () => undefined);
}

function readError(error: unknown, file: string): unknown {
  const code = errorCode(error) ?? "";
  if (code.startsWith("Z_")) return damaged(file);
  if (code === "ENOENT" || code === "ENOTDIR") {
    return new AppError("NOT_FOUND", `There is no file ${file}. Next: check its name.`);
  }
  if (code === "EACCES" || code === "EISDIR") {
    return new AppError("INVALID_INPUT", `${file} cannot be read (${code}). Next: name a backup.`);
  }
  return error;
}
