import { type Database, isDatabaseReady, openDatabase, prepareLocalIdentity } from "@trovella/db";
import { pino } from "pino";
import { ABOUT } from "../about.ts";
import { defineCommand } from "../command.ts";
import { type Config, loadConfig } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { createApp } from "../http/app.ts";
import { isLoopback } from "../http/loopback.ts";
import { startServer, untilStopped } from "../http/server.ts";

export const serveCommand = defineCommand({
  name: "serve",
  description: "Start the server; it runs until Ctrl+C or SIGTERM stops it",
  options: {
    host: { type: "string", valueHint: "address", description: "Listen on this address" },
    port: { type: "string", valueHint: "number", description: "Listen on this port" },
  },

  async run(options) {
    const config = loadConfig(process.env, { HOST: options.host, PORT: options.port });
    const database = await openDatabase(databaseSettings(config));
    try {
      await prepareLocalIdentity(database);
      await serve(config, database);
    } finally {
      // An embedded PostgreSQL goes on: other processes may use it, and it stops by itself.
      await database.close();
    }
  },
});

async function serve(config: Config, database: Database): Promise<void> {
  const logger = pino({ level: config.LOG_LEVEL }, pino.destination({ dest: 2, sync: true }));
  const app = createApp({
    boundHost: config.HOST,
    logger,
    isReady: () => isDatabaseReady(database),
  });

  const { server, url } = await startServer(app, { host: config.HOST, port: config.PORT });
  const stopped = untilStopped(server, logger); // Listens for signals before anyone can know of us.
  process.stdout.write(greeting(url, config.HOST));
  await stopped;
}

function greeting(url: string, host: string): string {
  const lines = [`Trovella ${ABOUT.version} is running at ${url}`];
  if (!isLoopback(host)) {
    lines.push(`It listens on ${host}: other computers may reach it, and there is no sign-in yet.`);
  }
  lines.push("Press Ctrl+C to stop.", "");
  return lines.join("\n");
}
