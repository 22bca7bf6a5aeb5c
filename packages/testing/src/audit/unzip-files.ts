import { writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";

/** Writes the files of an archive into a folder. */
export function unzipFiles(bytes: Uint8Array, folder: string): void {
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    writeFileSync(path.join(folder, name), content);
  }
}
