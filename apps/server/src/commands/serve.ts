import { type Database, isDatabaseReady } from "@trovella/db";
import { ChangeFeed } from "@trovella/db/changes";
import { prepareLocalIdentity, RateLimits } from "@trovella/db/identity";
import type { Identity } from "@trovella/identity";
import { createMcpHttp, createServerFactory } from "@trovella/mcp";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import { defineCommand } from "../command.ts";
import { type Config, loadConfig } from "../config.ts";
import { databaseSettings, openServerDatabase } from "../database.ts";
import { createApp } from "../http/app.ts";
import { localDoor, teamDoor } from "../http/authentication/authentication.ts";
import { EventStreams } from "../http/event-streams.ts";
import { localInstallation, teamInstallation } from "../http/installation.ts";
import { isLoopback } from "../http/policy/hosts.ts";
import { originRules } from "../http/policy/origins.ts";
import { startServer, untilStopped } from "../http/server.ts";
import { watchRequests } from "../http/watch-requests.ts";
import { newLogger } from "../logger.ts";
import { createServerMetrics } from "../metrics/server-metrics.ts";
import { openIdentity } from "../services/open-identity.ts";
import { consoleUrl, mcpServices } from "../services/services.ts";
import { startTraces } from "../tracing.ts";

export const serveCommand = defineCommand({
  name: "serve",
  description: "Start the server; it runs until Ctrl+C or SIGTERM stops it",
  options: {
    host: { type: "string", valueHint: "address", description: "Listen on this address" },
    port: { type: "string", valueHint: "number", description: "Listen on this port" },
  },

  async run(options) {
    const config = loadConfig(process.env, { HOST: options.host, PORT: options.port });
    const traces = await startTraces(config);
    const database = await openServerDatabase(config);
    try {
      if (config.TROVELLA_MODE === "local") await prepareLocalIdentity(database);
      await serve(config, database);
    } finally {
      await traces.close();
      // An embedded PostgreSQL goes on: other processes may use it, and it stops by itself.
      await database.close();
    }
  },
});

async function serve(config: Config, database: Database): Promise<void> {
  const logger = newLogger(config);
  const rules = originRules(config);
  const console = { url: consoleUrl(config), isRunning: () => true };
  const metrics = await createServerMetrics();
  const services = await mcpServices({
    config,
    database,
    console,
    logger,
    caller: null,
    onCall: metrics.countCall.bind(metrics),
  });
  const { createServer, settled } = createServerFactory(services);
  const limits = new RateLimits(database);
  const isTeam = config.TROVELLA_MODE === "team";
  const identity = isTeam ? await openIdentity(config, { database, limits }) : null;
  const door = identity
    ? teamDoor({ publicUrl: console.url, database, identity, limits, logger })
    : localDoor();
  const { callerOf, isStill } = door;
  const webClients = isTeam ? config.TROVELLA_WEB_CLIENTS : [];
  const mcp = createMcpHttp({
    createServer,
    authenticate: door.authenticate,
    ...(door.authorize && { authorize: door.authorize }),
    ...rules,
    isAllowedOrigin: (origin) => webClients.includes(origin) || rules.isAllowedOrigin(origin),
    onError: (error) => logger.warn({ error }, "an MCP request failed"),
  });
  let isStopping = false;
  const obstacles = async () => [
    ...(isStopping ? ["The server is shutting down."] : []),
    ...((await isDatabaseReady(database)) ? [] : ["The database does not answer."]),
  ];
  const outputs = { database, callerOf };
  const installation = isTeam ? teamInstallation(console.url) : localInstallation(config, services);
  const api = { services: { ...services, ...installation, people: identity }, callerOf };
  const changes = new ChangeFeed({
    database,
    settings: databaseSettings(config),
    onProblem: (error) => logger.warn({ error }, "changes by other processes are not heard"),
  });
  const streams = new EventStreams(changes);
  const events = { streams, callerOf, isStill };
  const watch = watchRequests(metrics.countRequest.bind(metrics));
  const metricsToken = config.TROVELLA_METRICS_TOKEN ?? null;
  const text = () => metrics.textWith({ database, limits, streams, mcp, log: services.log });
  const app = createApp({
    ...rules,
    logger,
    obstacles,
    outputs,
    api,
    events,
    metrics: isTeam && metricsToken === null ? null : { token: metricsToken, text },
    identity: identity && { identity, proxies: config.TROVELLA_PROXIES },
  });

  const endpoint = { host: config.HOST, port: config.PORT };
  const { server, url } = await startServer({ app, mcp, webClients, watch }, endpoint);
  console.url = config.TROVELLA_PUBLIC_URL ? console.url : url;
  const lingerMs = isTeam ? LINGER_MS : 0;
  const onStop = () => {
    isStopping = true;
    streams.close();
    changes.close();
  };
  const stopped = untilStopped({ server, mcp, logger, onStop, lingerMs }); // Listens for signals before anyone can know of us.
  process.stdout.write(greeting(url, config));
  if (identity) await tellSetupCode(identity, console.url);
  const housekeeping = identity && keepHouse(identity, logger);
  services.startSearch();
  await stopped;
  await settled();
  housekeeping?.stop();
  await door.close();
  await services.close();
}

/** Until somebody owns the server, whoever runs it is told how to. */
async function tellSetupCode(identity: Identity, url: string): Promise<void> {
  const code = await identity.setupCode();
  if (code === null) return;
  process.stdout.write(
    `Nobody can sign in yet. Create the first owner at ${url}/api/auth/setup with the setup code ${code}, or with \`trovella user create\`.\n`,
  );
}

/** How long a proxy may take to notice that a server is about to stop. */
const LINGER_MS = 1_500;

const HOUSEKEEPING_MS = 60 * 60 * 1000;

/** Removes sessions and grants that have run out, now and then. */
function keepHouse(identity: Identity, logger: Logger): { stop(): void } {
  const timer = setInterval(() => {
    identity
      .sweep()
      .catch((error) => logger.warn({ error }, "what has run out could not be removed"));
  }, HOUSEKEEPING_MS).unref();
  return { stop: () => clearInterval(timer) };
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
