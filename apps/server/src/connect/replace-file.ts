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
import { CommandFailure } from "../exit.ts";
import { type ConfigFile, fileFailure } from "./config-file.ts";

const KEPT_BACKUPS = 7;

interface Owner {
  readonly mode: number;
  readonly userId: number;
  readonly groupId: number;
}

/**
 * Puts these bytes in the place of the file (null removes it) and keeps the old ones in a backup
 * beside it. A new file is for its owner alone if it is private. At every moment the name stands for the whole old or the whole new file.
 */
export function replaceFile(
  found: ConfigFile,
  bytes: Buffer | null,
  { isPrivate }: { isPrivate: boolean },
): { backup: string | null } {
  const { realFile } = found;
  try {
    const owner = ownerOf(found, { newMode: isPrivate ? 0o600 : 0o644 });
    makeFolder(path.dirname(realFile), owner, { mode: isPrivate ? 0o700 : 0o755 });
    const backup = found.bytes && writeBackup(realFile, found.bytes, owner);
    try {
      refuseChanged(found);
      if (bytes) swap(realFile, bytes, owner);
      else rmSync(realFile);
    } catch (error) {
      if (backup) rmSync(backup);
      throw error;
    }
    syncFolder(path.dirname(realFile));
    removeOldBackups(realFile);
    return { backup };
  } catch (error) {
    throw fileFailure(error, found.file);
  }
}

/** The backups beside the file, newest first. */
export function listBackups(realFile: string): string[] {
  const folder = path.dirname(realFile);
  const start = `${path.basename(realFile)}.trovella-backup-`;
  return namesIn(folder)
    .filter((name) => name.startsWith(start) && /^\d{1,9}$/.test(name.slice(start.length)))
    .sort((one, other) => Number(other.slice(start.length)) - Number(one.slice(start.length)))
    .map((name) => path.join(folder, name));
}

/** Who the new file belongs to: whoever the old one does, else whoever the folder does. */
function ownerOf({ realFile, file, bytes }: ConfigFile, { newMode }: { newMode: number }): Owner {
  const userId = process.getuid?.();
  const present = statSync(bytes ? realFile : nearestFolder(realFile));
  const mode = bytes ? present.mode & 0o7777 : newMode;
  if (userId === undefined || userId === 0) {
    return { mode, userId: present.uid, groupId: present.gid };
  }
  if (bytes && present.uid !== userId) {
    throw new CommandFailure(
      `${file} belongs to another user, whom it would be taken from. Nothing was changed. Next: run this as that user.`,
    );
  }
  return { mode, userId, groupId: bytes ? present.gid : (process.getgid?.() ?? present.gid) };
}

function nearestFolder(file: string): string {
  let folder = path.dirname(file);
  while (!statSync(folder, { throwIfNoEntry: false })) folder = path.dirname(folder);
  return folder;
}

/** Folders that root makes in somebody's home are that person's. */
function makeFolder(folder: string, { userId, groupId }: Owner, { mode }: { mode: number }): void {
  const first = mkdirSync(folder, { recursive: true, mode });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    chownSync(made, userId, groupId);
  }
}

function writeBackup(realFile: string, bytes: Buffer, owner: Owner): string {
  const [newest] = listBackups(realFile);
  const number = Number(newest?.match(/\d+$/)?.[0] ?? 0) + 1;
  const backup = `${realFile}.trovella-backup-${number}`;
  writeNew(backup, bytes, owner);
  return backup;
}

function swap(realFile: string, bytes: Buffer, owner: Owner): void {
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
    fchmodSync(handle, mode); // After the owner, since that takes special bits away.
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Clients write these files too, at any time. */
function refuseChanged({ realFile, file, bytes }: ConfigFile): void {
  const present = statSync(realFile, { throwIfNoEntry: false });
  const now = present ? readFileSync(realFile) : null;
  if (now === null ? bytes === null : bytes?.equals(now)) return;
  throw new CommandFailure(
    `${file} was changed by another program at this very moment. Nothing was changed. Next: run this again.`,
  );
}

function removeOldBackups(realFile: string): void {
  for (const old of listBackups(realFile).slice(KEPT_BACKUPS)) rmSync(old, { force: true });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No folder, no backups; whoever writes there learns the reason.
  }
}

/** The rename itself must survive a power cut too; not every system can promise that. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
