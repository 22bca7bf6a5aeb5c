import { chownSync, copyFileSync, existsSync, readFileSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { BOOTSTRAP_USER, withAdminClient } from "./admin-client.ts";
import type { ClusterPaths } from "./cluster-paths.ts";
import { syncDirectory, writeDurably } from "./durable-file.ts";
import { hasErrorCode } from "./error-code.ts";
import { removeLeftovers, temporaryName } from "./leftovers.ts";
import { isRoot } from "./operating-system-user.ts";
import { ensurePassword } from "./password.ts";
import { SETTINGS } from "./postgres-settings.ts";
import { livePostmaster } from "./postmaster.ts";

export const SERVER_ROLE = "trovella_server";

const FILE = "pg_hba.conf";
/** SCRAM also proves to the client that the server knows its password. */
const PASSWORD_RULES = `# Written by Trovella. The password is in the file database-password of the data directory.
local all all scram-sha-256
`;
const OPEN_RULES = `# Written by Trovella while it sets a new password.
local all all trust
`;
/** Processes that set the password at once would update the same rows. */
const PASSWORD_LOCK = 4738;

/** Whether PostgreSQL asks for the password. New clusters and those of version 0.1 do not yet. */
export function isPasswordRequired({ clusterDirectory }: ClusterPaths): boolean {
  try {
    return readFileSync(path.join(clusterDirectory, FILE), "utf8") === PASSWORD_RULES;
  } catch (error) {
    // Not ours to change; connecting tells what is wrong.
    if (hasErrorCode(error, "EACCES", "EPERM")) return true;
    throw error;
  }
}

/** Sets the password of a running cluster that is new, of version 0.1, or lost it; may be repeated at any point. */
export async function requirePassword(paths: ClusterPaths): Promise<void> {
  const password = ensurePassword(paths.dataDirectory);
  await withAdminClient(paths, async (client) => {
    await client.query(`select pg_advisory_lock(${PASSWORD_LOCK})`);
    await client.query(`set scram_iterations = ${SETTINGS.scram_iterations}`);
    const { rows } = await client.query<{ name: string }>(
      "select rolname as name from pg_roles where rolname = any ($1)",
      [[BOOTSTRAP_USER, SERVER_ROLE]],
    );
    for (const { name } of rows) {
      await client.query(`alter role ${name} password ${client.escapeLiteral(password)}`);
    }
    writeRules(paths.clusterDirectory, PASSWORD_RULES);
    await client.query("select pg_reload_conf()");
  });
  removeLeftovers(paths.dataDirectory, Date.now());
}

/**
 * Lets the owner of the data directory in again when the password file was lost or replaced. The socket's directory is
 * closed to all other users meanwhile.
 */
export function acceptWithoutPassword(paths: ClusterPaths): void {
  writeRules(paths.clusterDirectory, OPEN_RULES);
  const postmaster = livePostmaster(paths);
  if (postmaster !== undefined) process.kill(postmaster, "SIGHUP");
}

function writeRules(clusterDirectory: string, text: string): void {
  const file = path.join(clusterDirectory, FILE);
  const original = `${file}.original`;
  if (!existsSync(original)) copyFileSync(file, original);
  const temporary = path.join(clusterDirectory, temporaryName(FILE));
  writeDurably(temporary, text);
  if (isRoot()) {
    const { uid, gid } = statSync(clusterDirectory);
    for (const written of [temporary, original]) chownSync(written, uid, gid);
  }
  renameSync(temporary, file);
  syncDirectory(clusterDirectory);
}
