import pg, { type ClientBase, type PoolClient, type PoolConfig } from "pg";
import { errorCode } from "../embedded/error-code.ts";
import { leadsToStandby } from "./database-failure.ts";
import { watchReplication } from "./replication.ts";
import { destroyConnection, limitSilence, watchSilence } from "./silence.ts";
import { refuseStandby } from "./standby.ts";

/** Connections given up: their server was silent, a standby, gone, or did not wait for its standby. */
export type BrokenConnections = Record<"silent" | "standby" | "lost" | "unreplicated", number>;

type Reason = keyof BrokenConnections;

export interface GuardOptions {
  /** How long a server may say nothing while a query waits; null for any time. */
  readonly silenceMs: number | null;
  /** Called with each new connection that can be used. */
  readonly onConnected: () => void;
  readonly onBroken: (reason: Reason) => void;
}

/** A pool without connections that lead to a standby, are silent or were lost. */
export class GuardedPool extends pg.Pool {
  private readonly guards: GuardOptions;
  private readonly counted = new WeakSet<ClientBase>();
  /** When each idle connection last worked. */
  private readonly workedAtMs = new WeakMap<ClientBase, number>();
  private suspectBeforeMs = Number.NEGATIVE_INFINITY;

  constructor(config: PoolConfig, guards: GuardOptions) {
    // Awaited before the connection is handed out, unlike listeners of "connect".
    super({ ...config, onConnect: (client: ClientBase) => this.guard(client) } as PoolConfig);
    this.guards = guards;
    // The pool replaces an idle connection that breaks; without a listener the error would end the process.
    this.on("error", () => undefined);
    this.on("release", (error, client) => {
      if (error) {
        this.count(client, reasonOf(error));
        return;
      }
      this.workedAtMs.set(client, performance.now());
      if (guards.silenceMs !== null) limitSilence(client, guards.silenceMs);
    });
  }

  /** A connection that has worked since others went silent, or a new one. */
  async take(): Promise<PoolClient> {
    for (;;) {
      const client = await this.connect();
      const workedAtMs = this.workedAtMs.get(client) ?? Number.POSITIVE_INFINITY;
      if (workedAtMs >= this.suspectBeforeMs) return client;
      destroyConnection(client);
      client.release(new Error("Other connections have gone silent since this one worked."));
    }
  }

  /** Other connections are silent since then: idle ones that have not worked since are not trusted any more. */
  suspectIdle(sinceMs: number): void {
    this.suspectBeforeMs = sinceMs;
  }

  private async guard(client: ClientBase): Promise<void> {
    const { silenceMs, onConnected } = this.guards;
    // A connection that breaks in use fails its query, where the error is handled.
    client.on("error", () => this.count(client, "lost"));
    watchReplication(client);
    if (silenceMs !== null) {
      const onSilent = () => this.count(client, "silent");
      watchSilence(client, { limitMs: silenceMs, onSilent });
    }
    await refuseStandby(client).catch((error) => {
      this.count(client, reasonOf(error));
      throw error;
    });
    onConnected();
  }

  /** Only with the first reason: a connection that is destroyed is lost as well. */
  private count(client: ClientBase, reason: Reason): void {
    if (this.counted.has(client)) return;
    this.counted.add(client);
    this.guards.onBroken(reason);
  }
}

function reasonOf(error: unknown): Reason {
  if (leadsToStandby(error)) return "standby";
  return errorCode(error) === "08007" ? "unreplicated" : "lost";
}
