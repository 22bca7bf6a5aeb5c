import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { AppError } from "@trovella/foundation";
import { errorCode, hasErrorCode } from "./error-code.ts";

export interface OperatingSystemUser {
  readonly name: string;
  readonly userId: number;
  readonly groupId: number;
}

/** Unprivileged accounts of nearly every system, in order of preference. */
const UNPRIVILEGED = ["postgres", "nobody"];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The user that runs PostgreSQL: the current one, or an unprivileged one, since it refuses to run as root. */
export function postgresUser(clusterDirectory: string): OperatingSystemUser {
  if (!isRoot()) return currentUser();

  const owner = ownerOf(clusterDirectory);
  if (owner) return owner;
  for (const name of UNPRIVILEGED) {
    const account = findAccount(readPasswd(), name) ?? askForAccount(name);
    if (account) return account;
  }
  throw new AppError(
    "UNAVAILABLE",
    "PostgreSQL does not run as root, and this system has neither a user postgres nor nobody. " +
      "Next: start trovella as an ordinary user, or set DATABASE_URL to a PostgreSQL server.",
  );
}

/** The spawn options to run a program as this user; only root can switch. */
export function spawnIdentity(user: OperatingSystemUser): { uid?: number; gid?: number } {
  return isRoot() ? { uid: user.userId, gid: user.groupId } : {};
}

export function findAccount(passwd: string, name: string): OperatingSystemUser | undefined {
  const line = passwd.split("\n").find((candidate) => candidate.startsWith(`${name}:`));
  const [, , userId, groupId] = line?.split(":") ?? [];
  return toAccount(name, userId, groupId);
}

function currentUser(): OperatingSystemUser {
  const userId = process.getuid?.() ?? -1;
  const groupId = process.getgid?.() ?? -1;
  try {
    return { name: userInfo().username, userId, groupId };
  } catch (error) {
    // initdb looks the user up too, and fails when there is no entry.
    if (!errorCode(error)?.startsWith("ERR_SYSTEM")) throw error;
    throw new AppError(
      "UNAVAILABLE",
      `The user with id ${userId} has no entry in this system's list of users, which PostgreSQL needs. ` +
        "Next: run trovella as a user that has one, or set DATABASE_URL to a PostgreSQL server.",
      { userId },
    );
  }
}

/** An existing cluster runs as its owner, so that root can serve another user's data. */
function ownerOf(clusterDirectory: string): OperatingSystemUser | undefined {
  try {
    const { uid, gid } = statSync(clusterDirectory);
    return uid === 0 ? undefined : { name: nameOf(uid), userId: uid, groupId: gid };
  } catch (error) {
    if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

function nameOf(userId: number): string {
  const line = readPasswd()
    .split("\n")
    .find((candidate) => candidate.split(":")[2] === String(userId));
  return line?.split(":")[0] ?? String(userId);
}

function readPasswd(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return "";
    throw error;
  }
}

/** Directory services and macOS know users that /etc/passwd does not list. */
function askForAccount(name: string): OperatingSystemUser | undefined {
  const ask = (option: string) => spawnSync("id", [option, name], { encoding: "utf8" }).stdout;
  return toAccount(name, ask("-u")?.trim(), ask("-g")?.trim());
}

function toAccount(
  name: string,
  userId: string | undefined,
  groupId: string | undefined,
): OperatingSystemUser | undefined {
  const isNumber = (text: string | undefined): text is string => /^-?\d+$/.test(text ?? "");
  if (!isNumber(userId) || !isNumber(groupId) || Number(userId) === 0) return undefined;
  return { name, userId: Number(userId), groupId: Number(groupId) };
}
