import { lstatSync } from "node:fs";
import { Socket } from "node:net";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import type pg from "pg";
import { hasErrorCode } from "./error-code.ts";
import { isRoot, postgresUser } from "./operating-system-user.ts";
import { readPassword } from "./password.ts";

/** A database of an embedded cluster, which lies in the data directory. */
export interface EmbeddedTarget {
  readonly socketDirectory: string;
  /** The parent of the socket's directory unless that path would be too long. */
  readonly dataDirectory?: string;
  readonly user: string;
  readonly database: string;
}

/** Connects to an embedded cluster, with the password in its data directory. */
export function embeddedConnection(target: EmbeddedTarget): pg.ClientConfig {
  const { socketDirectory, dataDirectory = path.dirname(socketDirectory), user, database } = target;
  return {
    host: socketDirectory,
    port: 5432,
    user,
    database,
    ssl: false,
    // Read with each connection, since another process may set a new one.
    password: () => readPassword(dataDirectory) ?? "",
    stream: () => new OwnedSocket({ socketDirectory, dataDirectory }),
  };
}

/**
 * Refuses to connect when another user of the computer could have put a server of their own in the socket's place: they
 * would get all data, and could answer with texts of their own.
 */
export class OwnedSocket extends Socket {
  readonly #place: SocketPlace;

  constructor(place: SocketPlace) {
    super();
    this.#place = place;
  }

  override connect(...options: unknown[]): this {
    const problem = socketProblem(this.#place);
    if (problem) process.nextTick(() => this.destroy(problem));
    else Reflect.apply(super.connect, this, options);
    return this;
  }
}

interface SocketPlace {
  readonly socketDirectory: string;
  readonly dataDirectory: string;
}

/** The reason not to trust the socket's directory; null when only its owner, who is ours, can change it. */
export function socketProblem({ socketDirectory, dataDirectory }: SocketPlace): AppError | null {
  const found = statusOf(socketDirectory);
  if (!found) return null; // Connecting will fail with ENOENT.
  const isOurs = trustedOwners(dataDirectory).includes(found.uid);
  if (found.isDirectory() && isOurs && (found.mode & 0o077) === 0) return null;
  const reason = !found.isDirectory()
    ? "is not a directory"
    : isOurs
      ? "is open to other users of this computer"
      : "belongs to another user";
  return new AppError(
    "UNAVAILABLE",
    `The directory ${socketDirectory} of PostgreSQL's socket ${reason}, so another program could pose as the database. ` +
      (isOurs && found.isDirectory()
        ? `Next: run "chmod 700 ${socketDirectory}".`
        : "Next: remove it, or set TROVELLA_DATA_DIR to a directory with a shorter path."),
    { directory: socketDirectory },
  );
}

function trustedOwners(dataDirectory: string): (number | undefined)[] {
  const own = process.getuid?.();
  return isRoot() ? [own, postgresUser(path.join(dataDirectory, "pg")).userId] : [own];
}

function statusOf(directory: string) {
  try {
    return lstatSync(directory, { throwIfNoEntry: false });
  } catch (error) {
    // Connecting fails with the same error, which is explained there.
    if (hasErrorCode(error, "EACCES", "ENOTDIR")) return undefined;
    throw error;
  }
}
