import { prepareLocalIdentity } from "@trovella/db/identity";
import { defineCommand } from "../../command.ts";
import { CONFIG_SCHEMA, loadConfig } from "../../config.ts";
import { openServerDatabase } from "../../database.ts";
import { requireLoopbackOrConsent, requireReachableTeam } from "../../mode.ts";
import { option } from "../../options.ts";
import { startTraces } from "../../tracing.ts";
import { holdEmbedded } from "./hold-embedded.ts";
import { TEAM_OPTIONS } from "./team-options.ts";
import { prepareTeam } from "./team-setup.ts";

export const serveCommand = defineCommand({
  name: "serve",
  description: "Start the server; it runs until Ctrl+C or SIGTERM stops it",
  options: {
    host: option("address", "Listen on this address"),
    port: option("number", "Listen on this port"),
    ...TEAM_OPTIONS,
  },
  variables: Object.keys(CONFIG_SCHEMA.shape),

  async run(options) {
    const { port: PORT = process.env.PORT } = options;
    const setup = await prepareTeam(options, { ...process.env, PORT });
    const environment = { ...process.env, ...setup?.variables };
    const config = loadConfig(environment, { HOST: options.host, PORT: options.port });
    requireLoopbackOrConsent(config);
    requireReachableTeam(config);
    const traces = await startTraces(config);
    const database = await openServerDatabase(config);
    const hold = holdEmbedded(config);
    try {
      if (config.TROVELLA_MODE === "local") await prepareLocalIdentity(database);
      await setup?.complete(config, database);
      // Loaded late: wrong options and settings are refused at once.
      const { runServer } = await import("../../http/run-server.ts");
      await runServer(config, database);
    } finally {
      await hold.release();
      await traces.close();
      // An embedded PostgreSQL keeps running: other processes may use it, and it stops by itself.
      await database.close();
    }
  },
});
