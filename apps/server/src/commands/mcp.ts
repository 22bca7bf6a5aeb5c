import { setImmediate } from "node:timers/promises";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Database, newId, openDatabase, openingDatabase } from "@trovella/db";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { createServerFactory, observedTransport } from "@trovella/mcp";
import { defineCommand } from "../command.ts";
import { type Config, DATABASE_VARIABLES, loadConfig, MODEL_VARIABLES } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { newLogger } from "../logger.ts";
import { requireLocalMode } from "../mode.ts";
import { buildServices } from "../services/build-services.ts";
import { foundConsole } from "../services/found-console.ts";
import { localCaller } from "../services/local-caller.ts";

/** Far above the limits of the tools, whose errors are clearer than a closed connection. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** For users who start the command in a terminal. */
const HINT =
  "Waiting for an MCP client on stdin. Clients start this command themselves: `trovella connect` sets them up. Ctrl+D ends it.\n";

export const mcpCommand = defineCommand({
  name: "mcp",
  description: "Serve one MCP client over stdin and stdout; the client starts and stops it",
  options: {},
  variables: [
    ...DATABASE_VARIABLES,
    ...MODEL_VARIABLES,
    "TROVELLA_STALL_MINUTES",
    "TROVELLA_DOCUMENT_AFTER_MINUTES",
    "TROVELLA_PUBLIC_URL",
    "TROVELLA_CAPTURE",
    "TROVELLA_SEARCH_AND_FETCH",
    "HTTPS_PROXY",
    "LOG_LEVEL",
  ],

  async run() {
    const config = loadConfig(process.env);
    requireLocalMode(config, "mcp");
    const opening = openLocalDatabase(config);
    // Clients give up on servers that answer late, as at a first start, which creates the database: only calls wait for it.
    const database = openingDatabase(opening);
    // Without a database there is nothing to serve.
    opening.catch(() => process.stdin.destroy());
    try {
      await serveClient(config, database);
      await opening;
    } finally {
      await database.close();
    }
  },
});

async function openLocalDatabase(config: Config): Promise<Database> {
  const database = await openDatabase(databaseSettings(config));
  await prepareLocalIdentity(database);
  return database;
}

async function serveClient(config: Config, database: Database): Promise<void> {
  const logger = newLogger(config);
  const console = foundConsole(config);
  const services = await buildServices({
    config,
    database,
    logger,
    console,
    caller: localCaller(sessionOfProcess()),
  });
  const { createServer, settled, observe } = createServerFactory(services);
  const stdio = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  const transport = observedTransport(stdio, (message) => {
    console.refresh();
    observe(message);
  });
  if (process.stdin.isTTY) process.stderr.write(HINT);
  const handle = serveStdio(createServer, {
    transport,
    onerror: (error) => logger.warn({ error }, "the client sent an invalid message"),
  });
  const isStopped = await Promise.race([
    untilClosed().then(() => false),
    untilSignalled().then(() => true),
  ]);
  // A client whose server is stopped still reads the answers to its calls; one that is gone does not.
  if (isStopped) {
    services.waiting.close();
    services.extractor?.close();
    await settled();
    await setImmediate();
  }
  await handle.close();
  await settled();
  await services.close();
}

/** Claude Code sets its session id; for other clients each process is a session. */
function sessionOfProcess(): string {
  return process.env.CLAUDE_CODE_SESSION_ID?.slice(0, 200) || newId("process");
}

/** The client ends the connection by closing stdin or by exiting. */
function untilClosed(): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdin.destroyed) resolve();
    process.stdin.once("end", resolve).once("close", resolve).once("error", resolve);
    process.stdout.once("close", resolve).once("error", () => resolve());
  });
}

function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve()).once("SIGTERM", () => resolve());
  });
}
