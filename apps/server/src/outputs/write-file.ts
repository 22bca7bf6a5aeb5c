import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { CommandFailure } from "../exit.ts";

/** Where a file goes that should be written to `out`: a folder, a file, or by default this folder. */
export async function targetOf(out: string | undefined, fileName: string): Promise<string> {
  const place = path.resolve(out ?? ".");
  const found = await stat(place).catch(() => null);
  const isFolder = found?.isDirectory() || /[\\/]$/.test(out ?? "");
  return isFolder ? path.join(place, fileName) : place;
}

/** Writes the whole file or nothing, and never over another one unless that is wanted. */
export async function writeWholeFile(
  file: string,
  bytes: Uint8Array,
  { isReplacing }: { readonly isReplacing: boolean },
): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeDraft(draft, bytes);
    if (isReplacing) await rename(draft, file);
    else await giveName(draft, file);
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(draft: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(draft, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link never replaces a file, and neither does this copy where a disk knows no links. */
async function giveName(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw error;
    return copyFile(draft, file, constants.COPYFILE_EXCL);
  });
}

function explain({ code, message }: NodeJS.ErrnoException, file: string): CommandFailure {
  switch (code) {
    case "EEXIST":
      return new CommandFailure(
        `${file} is there already. Choose another name with --out, or replace it with --force.`,
      );
    case "ENOENT":
    case "ENOTDIR":
      return new CommandFailure(
        `There is no folder ${path.dirname(file)}. Make it first, or choose another with --out.`,
      );
    case "EISDIR":
      return new CommandFailure(`${file} is a folder. Choose another name with --out.`);
    default:
      return new CommandFailure(`${file} could not be written: ${code ?? message}.`);
  }
}
