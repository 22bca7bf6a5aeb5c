import path from "node:path";
import type { Database } from "@trovella/db";
import type { EmbeddedPostgres } from "@trovella/db/embedded";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { databaseUrl } from "@trovella/testing/database/empty-database";
import { createTestDatabase, type TestDatabase } from "@trovella/testing/database/test-database";
import { freePort } from "@trovella/testing/programs/free-port";
import { postgresUser } from "../../packages/db/src/embedded/operating-system-user.ts";
import { type ServerProcess, startServerProcess } from "../proof/support/mcp-server.ts";
import { startNginx } from "./nginx.ts";
import { type PgBouncer, startPgBouncer } from "./pgbouncer.ts";
import type { ProxyPrograms } from "./programs.ts";
import type { ProxyProcess } from "./proxy-process.ts";

const SECRET = "kX9v2mQ7Lr4TzB8nWc3HyD6sPf1JgA5u";

/** Servers in team mode behind nginx, with PgBouncer between them and one PostgreSQL. */
export interface TeamReplicas {
  /** Public URL: that of nginx. */
  readonly url: string;
  readonly nginx: ProxyProcess;
  readonly pgbouncer: PgBouncer;
  /** In the order of their ports; a restarted server replaces the old one. */
  readonly servers: readonly ServerProcess[];
  /** Restarts the server with this index on its port. */
  startAgain(index: number): Promise<void>;
  /** Direct access to the database, past the servers. */
  readonly database: Database;
  readonly target: TestDatabase["target"];
  readonly asSuperuser: TestDatabase["target"];
  stop(): Promise<void>;
}

export interface ReplicaSettings {
  readonly proxies: ProxyPrograms;
  readonly cluster: EmbeddedPostgres;
  readonly count: number;
  /** Connections that PgBouncer may open to PostgreSQL. */
  readonly poolSize?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts replicas on their own migrated database in this cluster, which also has the local user. */
export async function startReplicas(settings: ReplicaSettings): Promise<TeamReplicas> {
  const { proxies, cluster, count, poolSize = 20 } = settings;
  /** Stops everything in reverse order, also after a failed start. */
  const endings: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const test = await createTestDatabase(cluster.socketDirectory);
    endings.push(test.drop);
    await prepareLocalIdentity(test.database);
    const name = databaseNameOf(test);
    // Only PostgreSQL's own user can access its socket.
    const user = postgresUser(path.join(cluster.dataDirectory, "pg"));
    const pooler = { program: proxies.pgbouncer, user, cluster, database: name, poolSize };
    const pgbouncer = await startPgBouncer(pooler);
    endings.push(pgbouncer.stop);

    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      TROVELLA_MODE: "team",
      DATABASE_URL: pgbouncer.url,
      DATABASE_DIRECT_URL: databaseUrl(cluster.socketDirectory, name),
      TROVELLA_PREPARED: "off",
      TROVELLA_PUBLIC_URL: url,
      TROVELLA_SECRET: SECRET,
      TROVELLA_PROXIES: "1",
      TROVELLA_CLIENT_DOCUMENTS: "off",
      ...settings.environment,
    };
    const servers: ServerProcess[] = [];
    endings.push(async () => void (await Promise.all(servers.map((server) => server.stop()))));
    const ports: number[] = [];
    for (let made = 0; made < count; made += 1) ports.push(await freePort());
    const startAgain = async (index: number) => {
      const environmentOfOne = { ...environment, PORT: String(ports[index]) };
      servers[index] = await startServerProcess(environmentOfOne);
    };
    await Promise.all(ports.map((_, index) => startAgain(index)));
    const nginx = await startNginx({ program: proxies.nginx, user, port, replicaPorts: ports });
    endings.push(nginx.stop);
    const { database, target, asSuperuser } = test;
    return { url, nginx, pgbouncer, servers, startAgain, database, target, asSuperuser, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function databaseNameOf({ target }: TestDatabase): string {
  if (typeof target === "string") throw new Error("The tests know their databases by name.");
  return target.database;
}
