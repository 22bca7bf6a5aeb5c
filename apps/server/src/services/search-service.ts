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

/** A search does not wait longer for an embedder that is just being started. */
const PATIENCE_MS = 2_000;
/** Vectors that are not made now are made at the next start. */
const FAREWELL_MS = 2_000;

export interface SearchService {
  /** Gets ready for searches by meaning, and makes the vectors that a former process left to do. */
  start(): void;
  embedder(): Promise<Embedder | null>;
  onStored(tenant: Tenant): void;
  close(): Promise<void>;
}

/** What searches by meaning need. It starts at the latest when somebody first searches or stores something. */
export function searchService({
  config,
  database,
  logger,
}: {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
}): SearchService {
  let started: { readonly handle: EmbedderHandle; readonly indexing: Indexing } | undefined;

  function start() {
    started ??= open();
    return started;
  }

  function open() {
    const handle = openEmbedder(embedderSettings(config), {
      onProgress: (line) => logger.info(line),
      onProblem: (error) => logger.warn({ error }, "searches go by words alone"),
    });
    const indexing = startIndexing({
      database,
      embedder: handle.ready,
      onProblem: (error) => logger.warn({ error }, "vectors could not be made"),
    });
    return { handle, indexing };
  }

  return {
    start,
    async embedder() {
      const { handle } = start();
      return handle.current() ?? Promise.race([handle.ready, patience(PATIENCE_MS)]);
    },
    onStored({ organizationId }) {
      start().indexing.wake(organizationId);
    },
    async close() {
      if (!started) return;
      const { handle, indexing } = started;
      const closed = indexing.close();
      // Without an embedder it waits for one, and has nothing to finish.
      if (handle.current()) await Promise.race([closed, patience(FAREWELL_MS)]);
      await handle.close();
    },
  };
}

function patience(delayMs: number): Promise<null> {
  return sleep(delayMs, null, { ref: false });
}

/** The key stands in the address where a password would. */
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
