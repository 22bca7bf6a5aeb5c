import { statSync } from "node:fs";
import path from "node:path";
import { AppError } from "@trovella/foundation";
import { serverStateAfter, withAdminClient } from "./admin-client.ts";
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
  | { readonly state: "absent" };

const QUERY = `
  select current_setting('server_version') as version,
         exists (select from pg_locks
                 where locktype = 'advisory' and classid = 0 and objid = ${IDLE_STOP_LOCK}
                   and database = (select oid from pg_database where datname = current_database())
                ) as "isIdleStopOn"`;

/** Checks whether PostgreSQL serves by connecting to it. */
export async function probe(paths: ClusterPaths): Promise<Probe> {
  try {
    // Waiting processes probe often, and this is the cheapest check.
    if (!statSync(path.join(paths.socketDirectory, SOCKET_FILE), { throwIfNoEntry: false })) {
      return { state: "absent" };
    }
    return await withAdminClient(paths, async (client) => {
      const { rows } = await client.query<Omit<Served, "state">>(QUERY);
      await client.end();
      const [row = { version: "", isIdleStopOn: false }] = rows;
      return { state: "served", ...row };
    });
  } catch (error) {
    const state = serverStateAfter(error);
    if (state) return { state };
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
