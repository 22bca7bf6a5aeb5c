import { statSync } from "node:fs";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import {
  isPasswordRefused,
  isRecovering,
  serverStateAfter,
  withAdminClient,
} from "./admin-client.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { hasErrorCode } from "./error-code.ts";
import { IDLE_STOP_LOCK } from "./idle-stop.ts";
import { SOCKET_FILE } from "./socket-directory.ts";

export interface Served {
  readonly state: "served";
  readonly version: string;
  readonly isIdleStopOn: boolean;
}

export type Probe =
  | Served
  /** Starting or stopping: it accepts no connections. */
  | { readonly state: "busy" }
  /** After a crash: it accepts no connections until it has recovered. */
  | { readonly state: "recovering" }
  | { readonly state: "absent" }
  /** It runs, but with another password than that of the file. */
  | { readonly state: "refusing" };

const QUERY = `
  select current_setting('server_version') as version,
         current_setting('data_directory') as directory,
         exists (select from pg_locks
                 where locktype = 'advisory' and classid = 0 and objid = ${IDLE_STOP_LOCK}
                   and database = (select oid from pg_database where datname = current_database())
                ) as "isIdleStopOn"`;

const NOTHING = { version: "", isIdleStopOn: false, directory: "" };

/** Checks whether PostgreSQL serves by connecting to it. */
export async function probe(paths: ClusterPaths): Promise<Probe> {
  try {
    // Waiting processes probe often, and this is the cheapest check.
    if (!statSync(path.join(paths.socketDirectory, SOCKET_FILE), { throwIfNoEntry: false })) {
      return { state: "absent" };
    }
    return await withAdminClient(paths, async (client) => {
      const { rows } = await client.query<Omit<Served, "state"> & { directory: string }>(QUERY);
      await client.end();
      const [{ version, isIdleStopOn, directory } = NOTHING] = rows;
      if (!isSameDirectory(directory, paths.clusterDirectory)) throw otherClusterError(paths);
      return { state: "served", version, isIdleStopOn };
    });
  } catch (error) {
    if (isRecovering(error)) return { state: "recovering" };
    const state = serverStateAfter(error);
    if (state) return { state };
    if (isPasswordRefused(error)) return { state: "refusing" };
    if (hasErrorCode(error, "EACCES", "EPERM")) throw notOursError(paths);
    throw error;
  }
}

function notOursError({ dataDirectory }: ClusterPaths): AppError {
  return new AppError(
    "UNAVAILABLE",
    `The data directory ${dataDirectory} belongs to another user. Next: run trovella as that user, or set ` +
      "TROVELLA_DATA_DIR to a directory of your own.",
    { dataDirectory },
  );
}

function isSameDirectory(one: string, other: string): boolean {
  const [a, b] = [one, other].map((directory) => statSync(directory, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

function otherClusterError({ dataDirectory, socketDirectory }: ClusterPaths): AppError {
  return new AppError(
    "UNAVAILABLE",
    `The PostgreSQL behind ${socketDirectory} does not serve the data directory ${dataDirectory}. ` +
      "Next: stop the one that runs there, or set TROVELLA_DATA_DIR to the directory it serves.",
    { dataDirectory, socketDirectory },
  );
}
