import type { FairQueue } from "@trovella/foundation";
import type { ClientConfig, PoolClient } from "pg";
import { serverStateAfter } from "../embedded/admin-client.ts";
import { type EmbeddedTarget, embeddedConnection } from "../embedded/owned-socket.ts";
import { PlanCache } from "../plans/plan-cache.ts";
import { ReferenceCache } from "../plans/reference-cache.ts";
import { isWorthReconnecting } from "./database-failure.ts";
import { GroupCommit } from "./group-commit.ts";
import { type BrokenConnections, GuardedPool } from "./guarded-pool.ts";
import { type OnAvailability, Outage } from "./outage.ts";
import { connectionShares, storingShares } from "./shares.ts";
import { SILENCE_MS } from "./silence.ts";
import { SilenceBrake } from "./silence-brake.ts";
import type { Tenant } from "./tenant-transaction.ts";
import { canWrite } from "./write-probe.ts";

/** The connection pools. Queries reach them through withTenantContext and the identity code. */
export interface Database {
  readonly planCache: PlanCache;
  readonly references: ReferenceCache;
  /** Transactions of an organization that meet are committed together. */
  readonly groupCommit: GroupCommit;
  /** Each organization's share of the connections; it is taken before a connection is. */
  readonly shares: FairQueue;
  /** Each organization's share of storing texts, which takes long and happens one at a time within an organization. */
  readonly storing: FairQueue;
  /** For the work of tenants, within a share. */
  connect(): Promise<PoolClient>;
  /** For sign-in, tokens, limits and readiness, which must not wait behind the work of tenants. */
  connectIdentity(options?: ConnectOptions): Promise<PoolClient>;
  readonly connections: ConnectionCounts;
  /** Called after a commit that left a plan closed, if anything in this process wants to know. */
  onPlanClosed: ((tenant: Tenant, planId: string) => void) | null;
  /** Called after a commit that wrote to the outbox, if this process delivers. */
  onNotification: ((tenant: Tenant) => void) | null;
  /** Called when the database becomes unavailable and when it is back. */
  onAvailability: OnAvailability | null;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Whether to wait out a short outage; otherwise it fails with the first attempt. */
  readonly isPatient?: boolean;
}

export interface ConnectionCounts {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  /** Connections given up since the start, by reason. */
  readonly broken: BrokenConnections;
}

export interface ConnectionSettings {
  /** A PostgreSQL URL, or a database of an embedded cluster. */
  readonly target: string | EmbeddedTarget;
  readonly maxConnections?: number;
}

/** More do not help on two cores. */
export const MAX_CONNECTIONS = 10;
const MAX_IDENTITY_CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 10_000;
/** Idle connections are closed, so that an embedded database can notice that it is idle. */
const IDLE_TIMEOUT_MS = 30_000;

/** `revive` restarts a database that has stopped; the connection is then retried. */
export function connectDatabase(
  { target, maxConnections = MAX_CONNECTIONS }: ConnectionSettings,
  revive?: () => Promise<void>,
): Database {
  const config = { ...connectionConfig(target), idleTimeoutMillis: IDLE_TIMEOUT_MS };
  const shares = connectionShares(maxConnections);
  const outage = new Outage((change) => database.onAvailability?.(change));
  const brake = new SilenceBrake(async (signal) => {
    const isWritable = await canWrite(connectionConfig(target), signal);
    if (isWritable) outage.end();
    return isWritable;
  });
  const broken = { silent: 0, standby: 0, lost: 0, unreplicated: 0 };
  const events = {
    onConnected: () => outage.end(),
    onBroken(reason: keyof BrokenConnections) {
      broken[reason] += 1;
      if (reason !== "silent") return;
      for (const pool of [tenants, identity]) pool.suspectIdle(performance.now() - SILENCE_MS);
      brake.note();
    },
  };
  // The peer of a local socket cannot vanish unnoticed.
  const silenceMs = typeof target === "string" ? SILENCE_MS : null;
  const open = (max: number) => new GuardedPool({ ...config, max }, { silenceMs, ...events });
  const tenants = open(maxConnections);
  const identity = open(Math.min(maxConnections, MAX_IDENTITY_CONNECTIONS));

  async function attempt(pool: GuardedPool): Promise<PoolClient> {
    brake.check();
    try {
      return await pool.take();
    } catch (error) {
      if (!revive || !serverStateAfter(error)) throw error;
      await revive();
      return pool.take();
    }
  }

  async function connectTo(pool: GuardedPool, { isPatient = true }: ConnectOptions = {}) {
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await attempt(pool);
      } catch (error) {
        if (!isWorthReconnecting(error)) throw error;
        outage.begin(error);
        if (!isPatient || brake.isOn || !(await outage.pause(attempts))) throw error;
      }
    }
  }

  const database: Database = {
    planCache: new PlanCache(),
    references: new ReferenceCache(),
    groupCommit: new GroupCommit(),
    shares,
    storing: storingShares(),
    onPlanClosed: null,
    onNotification: null,
    onAvailability: null,
    connect: () => connectTo(tenants),
    connectIdentity: (options) => connectTo(identity, options),
    get connections() {
      const pools = [tenants, identity];
      const sum = (count: (pool: GuardedPool) => number) =>
        pools.reduce((total, pool) => total + count(pool), 0);
      const idle = sum(({ idleCount }) => idleCount);
      const inUse = sum(({ totalCount }) => totalCount) - idle;
      const waiting = sum(({ waitingCount }) => waitingCount) + shares.waiting;
      return { inUse, idle, waiting, broken: { ...broken } };
    },
    async close() {
      brake.close();
      await Promise.all([tenants.end(), identity.end()]);
    },
  };
  return database;
}

/** A dead host is noticed even where nothing is sent: the kernel asks after 5 s without traffic. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

export function connectionConfig(target: ConnectionSettings["target"]): ClientConfig {
  return {
    ...connectionOptions(target),
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "trovella",
  };
}

export function connectionOptions(target: ConnectionSettings["target"]): ClientConfig {
  return typeof target === "string" ? { connectionString: target } : embeddedConnection(target);
}
