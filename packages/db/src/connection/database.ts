import pg, { type PoolClient } from "pg";
import { serverStateAfter } from "../embedded/admin-client.ts";
import { type EmbeddedTarget, embeddedConnection } from "../embedded/owned-socket.ts";
import { PlanCache } from "../plans/plan-cache.ts";

/** The connection pool. Queries reach it through withTenantContext and the identity code. */
export interface Database {
  readonly planCache: PlanCache;
  connect(): Promise<PoolClient>;
  readonly connections: ConnectionCounts;
  close(): Promise<void>;
}

export interface ConnectionCounts {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface ConnectionSettings {
  /** A PostgreSQL URL, or a database of an embedded cluster. */
  readonly target: string | EmbeddedTarget;
  readonly maxConnections?: number;
}

/** More do not help on two cores. */
const MAX_CONNECTIONS = 10;
export const CONNECT_TIMEOUT_MS = 10_000;
/** Idle connections are closed, so that an embedded database can notice that it is idle. */
const IDLE_TIMEOUT_MS = 30_000;

/** `revive` restarts a database that has stopped; the connection is then retried once. */
export function connectDatabase(
  { target, maxConnections = MAX_CONNECTIONS }: ConnectionSettings,
  revive?: () => Promise<void>,
): Database {
  const pool = new pg.Pool({
    ...connectionOptions(target),
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: "trovella",
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on("error", () => undefined);
  // One that breaks in use fails its query, where the error is handled.
  pool.on("connect", (client) => client.on("error", () => undefined));

  return {
    planCache: new PlanCache(),
    async connect() {
      try {
        return await pool.connect();
      } catch (error) {
        if (!revive || !serverStateAfter(error)) throw error;
        await revive();
        return pool.connect();
      }
    },
    get connections() {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
      return { inUse: totalCount - idle, idle, waiting };
    },
    close: () => pool.end(),
  };
}

export function connectionOptions(target: ConnectionSettings["target"]): pg.ClientConfig {
  return typeof target === "string" ? { connectionString: target } : embeddedConnection(target);
}
