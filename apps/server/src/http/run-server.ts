import type { Database } from "@trovella/db";
import { deleteSecurityEvents, flushSecurityEvents } from "@trovella/db/identity";
import { endAllRuns } from "@trovella/db/maintenance";
import type { Identity } from "@trovella/identity";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import type { Config } from "../config.ts";
import { logSecurityEvents } from "../log-security-events.ts";
import { newLogger } from "../logger.ts";
import { createServerMetrics } from "../metrics/server-metrics.ts";
import { buildServices } from "../services/build-services.ts";
import { consoleUrl } from "../services/console-url.ts";
import { ServerPresence } from "../services/running-servers.ts";
import { sweepDocuments } from "../services/sweep-documents.ts";
import { buildHttp } from "./build-http.ts";
import { isLoopback } from "./policy/hosts.ts";
import { startServer } from "./server.ts";
import { untilStopped } from "./until-stopped.ts";

/** Proxies notice a shutdown late. */
const LINGER_MS = 1_500;

const SWEEP_INTERVAL_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

export async function runServer(config: Config, database: Database): Promise<void> {
  const logger = newLogger(config);
  const stopLogging = logSecurityEvents(logger);
  const metrics = await createServerMetrics();
  const ownConsole = { url: consoleUrl(config), isRunning: () => true };
  const services = await buildServices({
    config,
    database,
    console: ownConsole,
    logger,
    caller: null,
    onCall: metrics.countCall.bind(metrics),
  });
  try {
    await serveHttp({ config, database, services, metrics, logger, ownConsole });
    await flushSecurityEvents(database);
  } finally {
    await services.close();
    stopLogging();
  }
}

interface Serving extends Omit<Parameters<typeof buildHttp>[0], "presence"> {
  readonly ownConsole: { url: string };
}

async function serveHttp({ ownConsole, ...parts }: Serving): Promise<void> {
  const { config, database, services, logger } = parts;
  const presence = new ServerPresence(config);
  const http = await buildHttp({ ...parts, presence });
  const { identity, mcp, startShutdown: onStop } = http;
  // Read before the port is open: without its database a start fails as a whole, and leaves nothing that listens.
  const setupCode = identity ? await identity.setupCode() : null;

  const { server, url } = await startServer(
    { ...http, proxies: config.TROVELLA_PROXIES },
    { host: config.HOST, port: config.PORT },
  );
  if (!config.TROVELLA_PUBLIC_URL) ownConsole.url = url;
  // Handles signals before the greeting invites anyone to send them.
  const lingerMs = identity ? LINGER_MS : 0;
  const stopped = untilStopped({ server, mcp, logger, onStop, lingerMs });
  await presence
    .announce({ url: ownConsole.url, listensAt: url })
    .catch((error) => logger.debug({ error }, "other processes cannot find this server"));
  process.stdout.write(greeting(url, config));
  if (setupCode !== null) process.stdout.write(setupInvitation(ownConsole.url, setupCode));
  const sweeping = identity && sweepRegularly({ identity, database, config, logger });
  const documents = sweepDocuments({ database, config, logger, services });
  services.startSearch();
  services.startCapturing();
  services.notifications.start(http.changes);
  services.startSealing();
  await stopped;
  await presence.withdraw();
  clearInterval(sweeping ?? undefined);
  await documents.close();
  await http.close();
}

/** Until there is a first owner, the operator is told how to create one. */
function setupInvitation(url: string, code: string): string {
  return `Nobody can sign in yet. Create the first owner at ${url}/api/auth/setup with the setup code ${code}, or with \`trovella user create\`.\n`;
}

interface Sweeping {
  readonly identity: Identity;
  readonly database: Database;
  readonly config: Config;
  readonly logger: Logger;
}

function sweepRegularly({ identity, database, config, logger }: Sweeping): NodeJS.Timeout {
  const retentionMs = config.TROVELLA_SECURITY_LOG_DAYS * DAY_MS;
  return setInterval(() => {
    identity
      .sweep()
      .catch((error) => logger.warn({ error }, "expired sessions and grants were not removed"));
    deleteSecurityEvents(database, new Date(Date.now() - retentionMs)).catch((error) =>
      logger.warn({ error }, "old security events were not removed"),
    );
    endAllRuns(database, new Date()).catch((error) =>
      logger.warn({ error }, "abandoned runs were not ended"),
    );
  }, SWEEP_INTERVAL_MS).unref();
}

function greeting(url: string, config: Config): string {
  const { HOST: host, TROVELLA_PUBLIC_URL: publicUrl = url } = config;
  const lines = [`Trovella ${ABOUT.version} is running at ${url}`];
  if (config.TROVELLA_MODE === "team") {
    lines.push(`People sign in at ${publicUrl}, AI clients at ${publicUrl}/mcp.`);
  } else {
    if (!isLoopback(host)) {
      lines.push(`It listens on ${host}: other computers may reach it, and there is no sign-in.`);
    }
    lines.push(`AI clients connect to ${url}/mcp, or run \`trovella connect\`.`);
  }
  lines.push("Press Ctrl+C to stop.", "");
  return lines.join("\n");
}
