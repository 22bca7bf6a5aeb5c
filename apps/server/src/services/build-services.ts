import type { Network } from "@trovella/capture/guard";
import { type Database, isDatabaseUnavailable } from "@trovella/db";
import { AuditSealer, type Sealing } from "@trovella/db/audit";
import { Announcer, ChangeFeed, PlanWatch } from "@trovella/db/changes";
import { StorageLimit } from "@trovella/db/memory";
import {
  CallLog,
  type Console,
  createExtractionModel,
  Extractor,
  LOCAL_WAIT_SHARES,
  type McpServices,
  PlanSubscriptions,
  TEAM_WAIT_SHARES,
  WaitingCalls,
} from "@trovella/mcp";
import type { Caller } from "@trovella/research";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import { type Config, organizationLimits } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { logAvailability, logProblem, logUnavailable } from "../logger.ts";
import { auditSealing } from "./audit-sealing.ts";
import { readBoardPage } from "./board-page.ts";
import { captureService } from "./capture-service.ts";
import { localSecret } from "./local-secret.ts";
import { type NotificationService, notificationService } from "./notification-service.ts";
import { Rejudging } from "./rejudging.ts";
import { searchService } from "./search-service.ts";

const MINUTE_MS = 60_000;

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly console: Console;
  readonly logger: Logger;
  readonly caller: Caller | null;
  readonly onCall?: McpServices["onCall"];
  /** Where pages of sources are fetched, when not from the internet. */
  readonly network?: Network;
}

/** To be closed after the last call and before the database. */
export interface RunningServices extends McpServices {
  /** How checkpoints are signed; null when they are not. */
  readonly sealing: Sealing | null;
  /** Changes by all processes on the database. */
  readonly changes: ChangeFeed;
  readonly waiting: WaitingCalls;
  readonly subscriptions: PlanSubscriptions;
  readonly notifications: NotificationService;
  startSearch(): void;
  startCapturing(): void;
  /** For processes that run for long: seals all changed plans now and then, not only those that are closed. */
  startSealing(): void;
  close(): Promise<void>;
}

/** The services that the tools of this process share, over HTTP and stdio alike. */
export async function buildServices(parts: Parts): Promise<RunningServices> {
  const { config, database, console, logger, caller, onCall } = parts;
  const secret =
    config.TROVELLA_SECRET ?? (await localSecret(databaseSettings(config).dataDirectory));
  logAvailability(logger, database);
  const announcer = new Announcer(database, logProblem(logger, "changes could not be announced"));
  const announce = announcer.announce.bind(announcer);
  const log = new CallLog(
    database,
    (count, error) => logger.warn({ count, error }, "calls could not be logged"),
    announce,
  );
  const changes = new ChangeFeed({
    database,
    settings: databaseSettings(config),
    onProblem: logProblem(logger, "changes by other processes are not received"),
  });
  const onUnseen = logProblem(logger, "changed plans could not be read");
  const watch = new PlanWatch({ database, changes, onProblem: onUnseen });
  const shares = config.TROVELLA_MODE === "team" ? TEAM_WAIT_SHARES : LOCAL_WAIT_SHARES;
  const waiting = new WaitingCalls({ database, watch, onProblem: onUnseen, shares });
  const subscriptions = new PlanSubscriptions({ database, watch, shares });
  const { maxStoredBytes } = organizationLimits(config);
  const search = searchService({ config, database, logger });
  const now = () => new Date();
  const capture = captureService({
    config,
    database,
    logger,
    now,
    network: parts.network,
    onCaptured: (tenant, keys) => rejudging.add(tenant, keys),
  });
  const rejudging = new Rejudging(database, {
    onJudged: ({ organizationId }) => announce({ organizationId, topics: ["plan"] }),
    onProblem: logProblem(logger, "claims were not judged again"),
  });
  const notifications = notificationService({
    config,
    database,
    logger,
    secret,
    console,
    announce,
    now,
  });
  const sealing = await auditSealing(config);
  const sealer =
    sealing && new AuditSealer(database, sealing, logProblem(logger, "plans were not sealed"));
  return {
    version: ABOUT.version,
    database,
    console,
    log,
    announce,
    changes,
    waiting,
    subscriptions,
    secret,
    caller,
    sealing,
    notifications,
    startSealing: () => sealer?.sealHourly(),
    startSearch: search.start,
    startCapturing: capture.start,
    embedder: search.embedder,
    onStored(tenant) {
      search.onStored(tenant);
      capture.onStored(tenant);
      // A page may have been read between judging a claim and storing it.
      if (capture.queue) rejudging.add(tenant, null);
    },
    hasSearchAndFetch: config.TROVELLA_SEARCH_AND_FETCH === "on",
    extractor: extractorOf(config),
    capture: capture.queue,
    storage: maxStoredBytes === null ? null : new StorageLimit(database, maxStoredBytes),
    stallThresholdMs: Math.round(config.TROVELLA_STALL_MINUTES * MINUTE_MS),
    documentAfterMs: Math.round(config.TROVELLA_DOCUMENT_AFTER_MINUTES * MINUTE_MS),
    ...(onCall ? { onCall } : {}),
    boardPage: readBoardPage(),
    now,
    onFailure(error, correlationId) {
      if (isDatabaseUnavailable(error)) logUnavailable(logger, error, { correlationId });
      else logger.error({ error, correlationId }, "a call failed");
    },
    async close() {
      changes.close();
      await notifications.close();
      await log.close();
      await announcer.flush();
      await capture.close();
      await rejudging.close();
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
