import type { FairQueue } from "@trovella/foundation";
import pg, { type PoolClient } from "pg";
import { serverStateAfter } from "../embedded/admin-client.ts";
import { type EmbeddedTarget, embeddedConnection } from "../embedded/owned-socket.ts";
import { PlanCache } from "../plans/plan-cache.ts";
import { ReferenceCache } from "../plans/reference-cache.ts";
import { connectionShares, storingShares } from "./shares.ts";
import type { Tenant } from "./tenant-transaction.ts";

/** The connection pools. Queries reach them through withTenantContext and the identity code. */
export interface Database {
  readonly planCache: PlanCache;
  readonly references: ReferenceCache;
  /** Each organization's share of the connections; it is taken before a connection is. */
  readonly shares: FairQueue;
  /** Each organization's share of storing texts, which takes long and happens one at a time within an organization. */
  readonly storing: FairQueue;
  /** For the work of tenants, within a share. */
  connect(): Promise<PoolClient>;
  /** For sign-in, tokens, limits and readiness, which must not wait behind the work of tenants. */
  connectIdentity(): Promise<PoolClient>;
  readonly connections: ConnectionCounts;
  /** Called after a commit that left a plan closed, if anything in this process wants to know. */
  onPlanClosed: ((tenant: Tenant, planId: string) => void) | null;
  /** Called after a commit that wrote to the outbox, if this process delivers. */
  onNotification: ((tenant: Tenant) => void) | null;
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
export const MAX_CONNECTIONS = 10;
const MAX_IDENTITY_CONNECTIONS = 3;
export const CONNECT_TIMEOUT_MS = 10_000;
/** Idle connections are closed, so that an embedded database can notice that it is idle. */
const IDLE_TIMEOUT_MS = 30_000;

/** `revive` restarts a database that has stopped; the connection is then retried once. */
export function connectDatabase(
  { target, maxConnections = MAX_CONNECTIONS }: ConnectionSettings,
  revive?: () => Promise<void>,
): Database {
  const tenants = openPool(target, maxConnections);
  const identity = openPool(target, Math.min(maxConnections, MAX_IDENTITY_CONNECTIONS));
  const shares = connectionShares(maxConnections);
  const connectTo = async (pool: pg.Pool) => {
    try {
      return await pool.connect();
    } catch (error) {
      if (!revive || !serverStateAfter(error)) throw error;
      await revive();
      return pool.connect();
    }
  };

  return {
    planCache: new PlanCache(),
    references: new ReferenceCache(),
    shares,
    storing: storingShares(),
    onPlanClosed: null,
    onNotification: null,
    connect: () => connectTo(tenants),
    connectIdentity: () => connectTo(identity),
    get connections() {
      const pools = [tenants, identity];
      const sum = (count: (pool: pg.Pool) => number) =>
        pools.reduce((total, pool) => total + count(pool), 0);
      const idle = sum(({ idleCount }) => idleCount);
      const inUse = sum(({ totalCount }) => totalCount) - idle;
      return { inUse, idle, waiting: sum(({ waitingCount }) => waitingCount) + shares.waiting };
    },
    async close() {
      await Promise.all([tenants.end(), identity.end()]);
    },
  };
}

function openPool(target: ConnectionSettings["target"], max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(target),
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: "trovella",
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on("error", () => undefined);
  // One that breaks in use fails its query, where the error is handled.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export function connectionOptions(target: ConnectionSettings["target"]): pg.ClientConfig {
  return typeof target === "string" ? { connectionString: target } : embeddedConnection(target);
}
