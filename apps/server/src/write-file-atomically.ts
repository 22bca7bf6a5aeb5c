import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { CommandFailure } from "./exit.ts";

/** Resolves `out`, which names a folder or a file; by default the current folder. */
export async function resolveTarget(out: string | undefined, fileName: string): Promise<string> {
  const target = path.resolve(out ?? ".");
  const found = await stat(target).catch(() => null);
  const isFolder = found?.isDirectory() || /[\\/]$/.test(out ?? "");
  return isFolder ? path.join(target, fileName) : target;
}

/** Writes the whole file or nothing, and replaces an existing file only if asked to. */
export async function writeFileAtomically(
  file: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { isReplacing }: { readonly isReplacing: boolean },
): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeDraft(draft, bytes);
    if (isReplacing) await rename(draft, file);
    else await publish(draft, file);
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(
  draft: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const handle = await open(draft, "wx");
  try {
    const chunks = bytes instanceof Uint8Array ? [bytes] : bytes;
    for await (const chunk of chunks) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A hard link never replaces a file; the copy, for disks without hard links, does not either. */
async function publish(draft: string, file: string): Promise<void> {
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") throw error;
    return copyFile(draft, file, constants.COPYFILE_EXCL);
  });
}

function explain({ code, message }: NodeJS.ErrnoException, file: string): CommandFailure {
  switch (code) {
    case "EEXIST":
      return new CommandFailure(
        `${file} already exists. Choose another name with --out, or replace it with --force.`,
      );
    case "ENOENT":
    case "ENOTDIR":
      return new CommandFailure(
        `There is no folder ${path.dirname(file)}. Create it first, or choose another with --out.`,
      );
    case "EISDIR":
      return new CommandFailure(`${file} is a folder. Choose another name with --out.`);
    default:
      return new CommandFailure(`${file} could not be written: ${code ?? message}.`);
  }
}
