import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { embeddedTarget, prepareCluster, withClient } from "@trovella/db";
import { ensurePostgres, readPassword, stopPostgres } from "@trovella/db/embedded";
import { migrate } from "@trovella/db/maintenance";
import { BOOTSTRAP_USER } from "../../../packages/db/src/embedded/admin-client.ts";
import {
  type ClusterPaths,
  clusterPaths,
} from "../../../packages/db/src/embedded/cluster-paths.ts";
import { launchPostmaster } from "../../../packages/db/src/embedded/launch.ts";
import { postgresUser } from "../../../packages/db/src/embedded/operating-system-user.ts";
import { isPostmaster, livePostmaster } from "../../../packages/db/src/embedded/postmaster.ts";
import { runnableBinaries } from "../../../packages/db/src/embedded/runnable-binaries.ts";
import { prepareSocketDirectory } from "../../../packages/db/src/embedded/socket-directory.ts";

export const DATABASE = "trovella";

/** One of two PostgreSQL servers, of which the other replicates synchronously what this one commits, or the reverse. */
export class PostgresNode {
  readonly paths: ClusterPaths;

  constructor(dataDirectory: string) {
    this.paths = clusterPaths(dataDirectory);
  }

  get asSuperuser() {
    const { socketDirectory, dataDirectory } = this.paths;
    return { socketDirectory, dataDirectory, user: BOOTSTRAP_USER, database: DATABASE };
  }

  /** As a primary without a synchronous standby at first, or as a standby of the other. */
  async start(primary: PostgresNode | null): Promise<void> {
    const user = postgresUser(this.paths.clusterDirectory);
    const { paths } = this;
    const signal = path.join(paths.clusterDirectory, "standby.signal");
    rmSync(signal, { force: true });
    if (primary) writeFileSync(signal, "");
    const settings = [
      "wal_keep_size = '256MB'",
      "synchronous_standby_names = ''",
      ...(primary ? [`primary_conninfo = '${connectionTo(primary)}'`] : []),
    ];
    writeFileSync(path.join(paths.clusterDirectory, "postgresql.auto.conf"), settings.join("\n"));
    prepareSocketDirectory(paths, user);
    const binaries = await runnableBinaries({ paths, user, onProgress: () => undefined });
    const launched = launchPostmaster({ paths, user, binaries });
    while (!(await this.query("SELECT 1").catch(() => null))) {
      if (launched.hasEnded()) throw new Error(launched.readLog());
      await sleep(50);
    }
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    return withClient(this.asSuperuser, async (client) => (await client.query(text)).rows);
  }

  /** From now on its commits wait for a standby. */
  async requireStandby(): Promise<void> {
    await this.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.query("SELECT pg_reload_conf()");
  }

  /** Waits until the other one replicates everything. */
  async untilReplicated(): Promise<void> {
    const text =
      "SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'";
    while ((await this.query(text)).length === 0) await sleep(50);
  }

  async promote(): Promise<void> {
    await this.query("SELECT pg_promote()");
  }

  /** Fast shutdown: connections are ended, and the standby gets everything first. */
  stop(): Promise<void> {
    return this.end("SIGINT");
  }

  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const pid = livePostmaster(this.paths);
    if (pid === undefined) return;
    process.kill(pid, signal);
    while (isPostmaster(pid, this.paths.clusterDirectory)) await sleep(20);
  }
}

export interface PostgresPair {
  readonly primary: PostgresNode;
  readonly standby: PostgresNode;
  remove(): Promise<void>;
}

/** A migrated primary and its synchronous standby, made of a copy of its stopped cluster. */
export async function startPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(path.join(tmpdir(), "trovella-pair-"));
  // PostgreSQL may run as another user, which needs access to this directory.
  chmodSync(folder, 0o755);
  const [first, second] = [path.join(folder, "a"), path.join(folder, "b")];
  const cluster = await ensurePostgres({ dataDirectory: first, idleStopMs: 0 });
  await prepareCluster(cluster, DATABASE);
  await withClient(embeddedTarget(cluster, DATABASE), (client) => migrate(client));
  await stopPostgres({ dataDirectory: first });
  const primary = new PostgresNode(first);
  const rules = path.join(primary.paths.clusterDirectory, "pg_hba.conf");
  appendFileSync(rules, "local replication all scram-sha-256\n");
  execFileSync("cp", ["-a", first, second]);
  const standby = new PostgresNode(second);
  await primary.start(null);
  await standby.start(primary);
  await primary.requireStandby();
  await primary.untilReplicated();
  return {
    primary,
    standby,
    async remove() {
      await Promise.all([primary.kill(), standby.kill()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function connectionTo({ paths: { socketDirectory, dataDirectory } }: PostgresNode): string {
  return `host=${socketDirectory} user=${BOOTSTRAP_USER} password=${readPassword(dataDirectory)}`;
}
