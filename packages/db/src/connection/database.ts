import pg, { type PoolClient } from "pg";
import { serverStateAfter } from "../embedded/admin-client.ts";
import { PlanCache } from "../plans/plan-cache.ts";

/** The only holder of connections. Queries reach it through withTenantContext and the identity code. */
export interface Database {
  readonly planCache: PlanCache;
  connect(): Promise<PoolClient>;
  /** The connections there are right now, and who waits for one. */
  readonly connections: ConnectionCounts;
  close(): Promise<void>;
}

export interface ConnectionCounts {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface ConnectionSettings {
  /** A PostgreSQL address, or a socket directory with user and database. */
  readonly target:
    | string
    | { readonly socketDirectory: string; readonly user: string; readonly database: string };
  readonly maxConnections?: number;
}

/** Two cores do not gain from more. */
const MAX_CONNECTIONS = 10;
export const CONNECT_TIMEOUT_MS = 10_000;
/** Idle connections are let go, so that an embedded database can see that nobody is there. */
const IDLE_TIMEOUT_MS = 30_000;

/** `revive` is asked once to bring a vanished database back, and the connection is tried again. */
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
  // An idle connection that breaks is replaced by the pool; without a listener it would end us.
  pool.on("error", () => undefined);
  // One that breaks while in use fails the query that waits on it; that is report enough.
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
  if (typeof target === "string") return { connectionString: target };
  return { ...target, host: target.socketDirectory, port: 5432 };
}
