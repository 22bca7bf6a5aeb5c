import type { Database } from "@trovella/db";
import { composeMissingDocuments } from "@trovella/research";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { logProblem } from "../logger.ts";
import type { RunningServices } from "./build-services.ts";

const MINUTE_MS = 60_000;
const SWEEP_MS = 5 * MINUTE_MS;
/** Rarer, because it wakes an embedded database that was stopped when idle. */
const EMBEDDED_SWEEP_MS = 30 * MINUTE_MS;
const MIN_SWEEP_MS = 1_000;

interface Parts {
  readonly database: Database;
  readonly config: Config;
  readonly logger: Logger;
  readonly services: Pick<RunningServices, "documentAfterMs" | "now" | "announce" | "onStored">;
}

/**
 * Composes the documents that nobody wrote, at start and at intervals. Several servers may do so at once: a plan's document
 * is composed under a lock.
 */
export function sweepDocuments({ database, config, logger, services }: Parts): {
  close(): Promise<void>;
} {
  const { documentAfterMs: afterMs } = services;
  if (afterMs === 0) return { close: () => Promise.resolve() };
  const onProblem = logProblem(logger, "a document was not composed");
  let isStopped = false;
  let running: Promise<unknown> | null = null;
  const sweep = () => {
    running ??= composeMissingDocuments(database, {
      now: services.now(),
      afterMs,
      onProblem,
      isStopped: () => isStopped,
      onComposed(tenant) {
        services.onStored(tenant);
        services.announce({ ...tenant, topics: ["plan"] });
      },
    })
      .catch(onProblem)
      .finally(() => {
        running = null;
      });
  };
  const longestMs = config.DATABASE_URL ? SWEEP_MS : EMBEDDED_SWEEP_MS;
  const timer = setInterval(sweep, Math.max(MIN_SWEEP_MS, Math.min(longestMs, afterMs))).unref();
  sweep();
  return {
    async close() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
