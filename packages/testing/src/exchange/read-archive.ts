import { unzipSync, zipSync } from "fflate";

/** The files of a zip archive, by name. */
export function readArchive(bytes: Uint8Array): Map<string, Buffer> {
  const files = Object.entries(unzipSync(bytes));
  return new Map(files.map(([name, content]) => [name, Buffer.from(content)]));
}

export function writeArchive(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return zipSync(Object.fromEntries(files));
}
