import { randomUUID } from "node:crypto";
import {
  chownSync,
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { type ConfigFile, explainFileError } from "./config-file.ts";
import { ConnectError } from "./connect-error.ts";

const MAX_BACKUPS = 7;

interface Owner {
  readonly mode: number;
  readonly userId: number;
  readonly groupId: number;
}

/**
 * Replaces the content of the file (null removes it) and keeps the old one in a backup beside it.
 * The write is atomic. A new file that is private can be read by its owner only.
 */
export function replaceFile(
  found: ConfigFile,
  bytes: Buffer | null,
  { isPrivate }: { isPrivate: boolean },
): { backup: string | null } {
  const { realFile } = found;
  try {
    const owner = fileOwner(found, { newMode: isPrivate ? 0o600 : 0o644 });
    createFolder(path.dirname(realFile), owner, { mode: isPrivate ? 0o700 : 0o755 });
    const backup = found.bytes && writeBackup(realFile, found.bytes, owner);
    try {
      assertUnchanged(found);
      if (bytes) replaceAtomically(realFile, bytes, owner);
      else rmSync(realFile);
    } catch (error) {
      if (backup) rmSync(backup);
      throw error;
    }
    syncFolder(path.dirname(realFile));
    removeOldBackups(realFile);
    return { backup };
  } catch (error) {
    throw explainFileError(error, found.file);
  }
}

export function listBackups(realFile: string): string[] {
  const folder = path.dirname(realFile);
  const start = `${path.basename(realFile)}.trovella-backup-`;
  return namesIn(folder)
    .filter((name) => name.startsWith(start) && /^\d{1,9}$/.test(name.slice(start.length)))
    .sort((one, other) => Number(other.slice(start.length)) - Number(one.slice(start.length)))
    .map((name) => path.join(folder, name));
}

/** The owner of the new file: that of the old one, else that of the folder. */
function fileOwner({ realFile, file, bytes }: ConfigFile, { newMode }: { newMode: number }): Owner {
  const userId = process.getuid?.();
  const present = statSync(bytes ? realFile : nearestFolder(realFile));
  const mode = bytes ? present.mode & 0o7777 : newMode;
  // Replacing it would succeed all the same, since only the folder must be writable for that.
  if (bytes && (present.mode & 0o222) === 0) {
    throw new ConnectError(
      `${file} is read-only. Nothing was changed. Next: make it writable, or add the entry in another way.`,
    );
  }
  if (userId === undefined || userId === 0) {
    return { mode, userId: present.uid, groupId: present.gid };
  }
  if (bytes && present.uid !== userId) {
    throw new ConnectError(
      `${file} belongs to another user. Nothing was changed. Next: run this as that user.`,
    );
  }
  return { mode, userId, groupId: bytes ? present.gid : (process.getgid?.() ?? present.gid) };
}

function nearestFolder(file: string): string {
  let folder = path.dirname(file);
  while (!statSync(folder, { throwIfNoEntry: false })) folder = path.dirname(folder);
  return folder;
}

/** Folders that root creates in a user's home belong to that user. */
function createFolder(
  folder: string,
  { userId, groupId }: Owner,
  { mode }: { mode: number },
): void {
  const first = mkdirSync(folder, { recursive: true, mode });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let created = folder; created.length >= first.length; created = path.dirname(created)) {
    chownSync(created, userId, groupId);
  }
}

function writeBackup(realFile: string, bytes: Buffer, owner: Owner): string {
  const [newest] = listBackups(realFile);
  const number = Number(newest?.match(/\d+$/)?.[0] ?? 0) + 1;
  const backup = `${realFile}.trovella-backup-${number}`;
  writeNew(backup, bytes, owner);
  return backup;
}

function replaceAtomically(realFile: string, bytes: Buffer, owner: Owner): void {
  const folder = path.dirname(realFile);
  const temporary = path.join(folder, `.${path.basename(realFile)}.${randomUUID()}.tmp`);
  try {
    writeNew(temporary, bytes, owner);
    renameSync(temporary, realFile);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeNew(file: string, bytes: Buffer, { mode, userId, groupId }: Owner): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeFileSync(handle, bytes);
    if (process.getuid) fchownSync(handle, userId, groupId);
    fchmodSync(handle, mode); // After chown, which clears special bits.
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Clients write these files too, at any time. */
function assertUnchanged({ realFile, file, bytes }: ConfigFile): void {
  const present = statSync(realFile, { throwIfNoEntry: false });
  const now = present ? readFileSync(realFile) : null;
  if (now === null ? bytes === null : bytes?.equals(now)) return;
  throw new ConnectError(
    `${file} was changed by another program in the meantime. Nothing was changed. Next: run this again.`,
  );
}

function removeOldBackups(realFile: string): void {
  for (const old of listBackups(realFile).slice(MAX_BACKUPS)) rmSync(old, { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // Without a readable folder there are no backups; writing reports the reason.
  }
}

/** The rename itself must survive a power failure; Windows cannot sync a folder. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
