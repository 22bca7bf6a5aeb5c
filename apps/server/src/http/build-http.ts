import { type Database, isDatabaseReady } from "@trovella/db";
import {
  LOCAL_ORGANIZATION_ID,
  RateLimits,
  recordSecurityEvent,
  runWithOrigin,
} from "@trovella/db/identity";
import type { Identity } from "@trovella/identity";
import { createMcpHttp, createServerFactory } from "@trovella/mcp";
import type { Logger } from "pino";
import { type Config, organizationLimits } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { sampleLoader } from "../demo/load-sample.ts";
import { logProblem } from "../logger.ts";
import type { createServerMetrics } from "../metrics/server-metrics.ts";
import { auditPublicKeys, serverName } from "../services/audit-sealing.ts";
import type { RunningServices } from "../services/build-services.ts";
import { openIdentity } from "../services/open-identity.ts";
import { ReviewLock } from "../services/review-lock.ts";
import type { ServerPresence } from "../services/running-servers.ts";
import { createApp } from "./app.ts";
import {
  type Authentication,
  localAuthentication,
  teamAuthentication,
} from "./authentication/authentication.ts";
import { clientAddress } from "./authentication/client-address.ts";
import { ConsoleCookie } from "./authentication/console-cookie.ts";
import { EventStreams, TEAM_SHARES } from "./event-streams.ts";
import { localInstallation, teamInstallation } from "./installation.ts";
import { httpPolicy } from "./policy/http-policy.ts";
import { type RequestWatcher, watchRequests } from "./watch-requests.ts";

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly services: RunningServices;
  readonly metrics: Awaited<ReturnType<typeof createServerMetrics>>;
  readonly logger: Logger;
  /** Optional for tests. */
  readonly presence?: ServerPresence;
}

/** The handlers of the HTTP server: MCP, and the app for everything else. */
export async function buildHttp(parts: Parts) {
  const { config, database, services, metrics, logger } = parts;
  const policy = httpPolicy(config);
  const limits = new RateLimits(database);
  const isTeam = config.TROVELLA_MODE === "team";
  const identity = isTeam ? await openIdentity(config, { database, limits, logger }) : null;
  const publicUrl = services.console.url;
  const cookie = new ConsoleCookie(services.secret);
  const lock = reviewLock(parts);
  const authentication = identity
    ? teamAuthentication({ publicUrl, database, identity, limits, logger })
    : localAuthentication({ cookie, lock, publicOrigin: policy.publicOrigin });
  const { createServer, createCallServer, settled, busOf, cancel } = createServerFactory(services);
  const mcp = createMcpHttp({
    createServer,
    createCallServer,
    authorize: authentication.authorize,
    onError: logProblem(logger, "an MCP request failed"),
    ...(busOf && { busOf }),
    onCancelled: cancel,
  });
  const { changes, waiting } = services;
  const streams = isTeam ? new EventStreams(changes, TEAM_SHARES) : new EventStreams(changes);
  const watch = watchRequests(metrics.countRequest.bind(metrics));
  let isStopping = false;
  const app = createApp({
    policy,
    logger,
    obstacles: () => obstacles(database, isStopping),
    ...appRoutes(parts, { authentication, identity, streams, lock }),
    share: { database, limits },
    prove: (challenge) => parts.presence?.prove(challenge) ?? null,
    ...(identity ? {} : { consoleCookie: (request) => cookie.headerFor(request) }),
    metrics: metricsRoute(config, () =>
      metrics.textWith({
        ...services,
        database,
        limits,
        streams,
        mcp,
        notifications: services.notifications.counts,
      }),
    ),
  });
  return {
    app,
    mcp,
    changes,
    policy,
    identity,
    watch: identity ? withOrigin(watch, config.TROVELLA_PROXIES) : watch,
    /** Fails the readiness check and ends live connections. */
    startShutdown() {
      isStopping = true;
      waiting.close();
      streams.close();
      changes.close();
    },
    async close() {
      await settled();
      await authentication.close();
    },
  };
}

function reviewLock({ config, database }: Parts): ReviewLock {
  const { dataDirectory } = databaseSettings(config);
  return new ReviewLock({
    dataDirectory,
    onEvent: (kind) =>
      void recordSecurityEvent(database, { kind, organizationId: LOCAL_ORGANIZATION_ID }),
  });
}

/** The security log names the address of every request. */
function withOrigin(watch: RequestWatcher, proxies: number): RequestWatcher {
  return (request, response, handle) =>
    watch(request, response, () =>
      runWithOrigin({ address: clientAddress(request, proxies) }, handle),
    );
}

interface RouteParts {
  readonly authentication: Authentication;
  readonly identity: Identity | null;
  readonly streams: EventStreams;
  readonly lock: ReviewLock;
}

function appRoutes(
  { config, database, services }: Parts,
  { authentication, identity, streams, lock }: RouteParts,
) {
  const { callerOf, downloaderOf, isStillAuthorized } = authentication;
  const installation = identity
    ? teamInstallation(services.console.url)
    : localInstallation(config, services);
  const { sealing } = services;
  const publicKeys = sealing ? auditPublicKeys(config, sealing) : [];
  const record = sealing && { sealing, publicKeys };
  return {
    outputs: { database, downloaderOf, record },
    exchange: {
      database,
      callerOf,
      record,
      isTeam: identity !== null,
      server: serverName(config),
      announce: services.announce,
      onStored: services.onStored,
      storage: services.storage,
      onFailure: services.onFailure,
    },
    auditKeys: publicKeys,
    api: {
      services: {
        ...services,
        ...installation,
        people: identity,
        reviewLock: identity ? null : lock,
        limits: organizationLimits(config),
        loadSample: sampleLoader(services),
      },
      callerOf,
    },
    events: { streams, callerOf, isStillAuthorized },
    usage: { database, callerOf, announce: services.announce },
    identity: identity && { identity, proxies: config.TROVELLA_PROXIES },
  };
}

/** In team mode metrics need a token and are not exposed without one. */
function metricsRoute(
  { TROVELLA_MODE: mode, TROVELLA_METRICS_TOKEN }: Config,
  text: () => Promise<string>,
) {
  const token = TROVELLA_METRICS_TOKEN ?? null;
  return mode === "team" && token === null ? null : { token, text };
}

async function obstacles(database: Database, isStopping: boolean): Promise<string[]> {
  return [
    ...(isStopping ? ["The server is shutting down."] : []),
    ...((await isDatabaseReady(database)) ? [] : ["The database does not answer."]),
  ];
}
