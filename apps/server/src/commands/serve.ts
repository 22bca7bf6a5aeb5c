import { prepareLocalIdentity } from "@trovella/db/identity";
import { defineCommand } from "../command.ts";
import { loadConfig } from "../config.ts";
import { openServerDatabase } from "../database.ts";
import { runServer } from "../http/run-server.ts";
import { requireLoopbackOrConsent } from "../mode.ts";
import { option } from "../options.ts";
import { startTraces } from "../tracing.ts";

export const serveCommand = defineCommand({
  name: "serve",
  description: "Start the server; it runs until Ctrl+C or SIGTERM stops it",
  options: {
    host: option("address", "Listen on this address"),
    port: option("number", "Listen on this port"),
  },

  async run(options) {
    const config = loadConfig(process.env, { HOST: options.host, PORT: options.port });
    requireLoopbackOrConsent(config);
    const traces = await startTraces(config);
    const database = await openServerDatabase(config);
    try {
      if (config.TROVELLA_MODE === "local") await prepareLocalIdentity(database);
      await runServer(config, database);
    } finally {
      await traces.close();
      // An embedded PostgreSQL keeps running: other processes may use it, and it stops by itself.
      await database.close();
    }
  },
});
