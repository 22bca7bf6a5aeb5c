import type { Database } from "@trovella/db";
import { AuditSealer, type Sealing } from "@trovella/db/audit";
import { Announcer } from "@trovella/db/changes";
import { StorageLimit } from "@trovella/db/memory";
import {
  CallLog,
  type Console,
  createExtractionModel,
  Extractor,
  type McpServices,
} from "@trovella/mcp";
import type { Caller } from "@trovella/research";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import { type Config, organizationLimits } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { auditSealing } from "./audit-sealing.ts";
import { localSecret } from "./local-secret.ts";
import { searchService } from "./search-service.ts";

const MINUTE_MS = 60_000;

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly console: Console;
  readonly logger: Logger;
  readonly caller: Caller | null;
  readonly onCall?: McpServices["onCall"];
}

/** To be closed after the last call and before the database. */
export interface RunningServices extends McpServices {
  /** How checkpoints are signed; null when they are not. */
  readonly sealing: Sealing | null;
  startSearch(): void;
  /** For processes that run for long: seals all changed plans now and then, not only those that are closed. */
  startSealing(): void;
  close(): Promise<void>;
}

/** The services that the tools of this process share, over HTTP and stdio alike. */
export async function buildServices(parts: Parts): Promise<RunningServices> {
  const { config, database, console, logger, caller, onCall } = parts;
  const secret =
    config.TROVELLA_SECRET ?? (await localSecret(databaseSettings(config).dataDirectory));
  const announcer = new Announcer(database, (error) =>
    logger.warn({ error }, "changes could not be announced"),
  );
  const announce = announcer.announce.bind(announcer);
  const log = new CallLog(
    database,
    (count, error) => logger.warn({ count, error }, "calls could not be logged"),
    announce,
  );
  const { maxStoredBytes } = organizationLimits(config);
  const search = searchService({ config, database, logger });
  const sealing = await auditSealing(config);
  const sealer =
    sealing &&
    new AuditSealer(database, sealing, (error) => logger.warn({ error }, "plans were not sealed"));
  return {
    version: ABOUT.version,
    database,
    console,
    log,
    announce,
    secret,
    caller,
    sealing,
    startSealing: () => sealer?.sealHourly(),
    startSearch: search.start,
    embedder: search.embedder,
    onStored: search.onStored,
    extractor: extractorOf(config),
    storage: maxStoredBytes === null ? null : new StorageLimit(database, maxStoredBytes),
    stallThresholdMs: Math.round(config.TROVELLA_STALL_MINUTES * MINUTE_MS),
    documentAfterMs: Math.round(config.TROVELLA_DOCUMENT_AFTER_MINUTES * MINUTE_MS),
    ...(onCall ? { onCall } : {}),
    now: () => new Date(),
    onFailure: (error, correlationId) => logger.error({ error, correlationId }, "a call failed"),
    async close() {
      await log.flush();
      await announcer.flush();
      await search.close();
      await sealer?.close();
    },
  };
}

function extractorOf(config: Config): Extractor | null {
  const { TROVELLA_EXTRACT_PROVIDER: provider, TROVELLA_EXTRACT_MODEL: model } = config;
  if (!provider || !model) return null;
  const apiKey = config.TROVELLA_EXTRACT_API_KEY ?? null;
  const baseUrl = config.TROVELLA_EXTRACT_BASE_URL?.replace(/\/+$/, "") ?? null;
  const { maxDailyTokens } = organizationLimits(config);
  return new Extractor(createExtractionModel({ provider, model, apiKey, baseUrl }), {
    maxDailyTokens,
  });
}
