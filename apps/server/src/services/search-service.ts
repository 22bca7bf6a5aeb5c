import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Tenant } from "@trovella/db";
import {
  type Embedder,
  type EmbedderHandle,
  type EmbedderSettings,
  type Indexing,
  openEmbedder,
  startIndexing,
} from "@trovella/search";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { logProblem } from "../logger.ts";

/** A search waits no longer for an embedder that is still starting. */
const STARTUP_TIMEOUT_MS = 2_000;
/** Vectors that are not computed by then are computed after the next start. */
const SHUTDOWN_GRACE_MS = 2_000;

export interface SearchService {
  /** Starts the embedder, and indexes what a previous process left unfinished. */
  start(): void;
  embedder(): Promise<Embedder | null>;
  onStored(tenant: Tenant): void;
  close(): Promise<void>;
}

interface SearchServiceOptions {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
}

/** The embedder and the indexing worker for semantic search. Starts lazily, at the first search or write. */
export function searchService({ config, database, logger }: SearchServiceOptions): SearchService {
  let started: { readonly handle: EmbedderHandle; readonly indexing: Indexing } | undefined;

  function start() {
    started ??= open();
    return started;
  }

  function open() {
    const handle = openEmbedder(embedderSettings(config), {
      onProgress: (line) => logger.info(line),
      onProblem: (error) =>
        logger.warn({ error }, "semantic search is unavailable; searching by keywords only"),
    });
    const indexing = startIndexing({
      database,
      embedder: handle.ready,
      onProblem: logProblem(logger, "vectors could not be computed"),
    });
    return { handle, indexing };
  }

  return {
    start,
    async embedder() {
      const { handle } = start();
      return handle.current() ?? Promise.race([handle.ready, after(STARTUP_TIMEOUT_MS)]);
    },
    onStored({ organizationId }) {
      start().indexing.wake(organizationId);
    },
    async close() {
      if (!started) return;
      const { handle, indexing } = started;
      const closed = indexing.close();
      // Without an embedder the worker is still waiting for one and has nothing to finish.
      if (handle.current()) await Promise.race([closed, after(SHUTDOWN_GRACE_MS)]);
      await handle.close();
    },
  };
}

function after(delayMs: number): Promise<null> {
  return sleep(delayMs, null, { ref: false });
}

/** The URL of a remote embedder carries the API key as its password. */
export function embedderSettings(config: Config): EmbedderSettings {
  const { TROVELLA_EMBEDDER: embedder } = config;
  if (embedder === "none") return { kind: "none" };
  if (embedder === "local") {
    return { kind: "local", dataDirectory: databaseSettings(config).dataDirectory };
  }
  const { origin, pathname, hash, searchParams, username, password } = new URL(embedder);
  const apiKey = decodeURIComponent(password || username);
  return {
    kind: "remote",
    baseUrl: `${origin}${pathname}`.replace(/\/+$/, ""),
    model: decodeURIComponent(hash.slice(1)),
    dimensions: Number(searchParams.get("dimensions")),
    ...(apiKey ? { apiKey } : {}),
  };
}
