import { once } from "node:events";
import type { Network } from "@trovella/capture/guard";
import { openDatabase } from "@trovella/db";
import { prepareLocalIdentity } from "@trovella/db/identity";
import { connectHttp, type McpClient } from "@trovella/testing/mcp/mcp-client";
import { loadConfig } from "../../../apps/server/src/config.ts";
import { databaseSettings } from "../../../apps/server/src/database.ts";
import { buildHttp } from "../../../apps/server/src/http/build-http.ts";
import { startServer } from "../../../apps/server/src/http/server.ts";
import { newLogger } from "../../../apps/server/src/logger.ts";
import { createServerMetrics } from "../../../apps/server/src/metrics/server-metrics.ts";
import { buildServices } from "../../../apps/server/src/services/build-services.ts";

export interface EvidenceServer {
  readonly client: McpClient;
  /** What the server logged as a warning or an error, and warnings of Node.js. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** `trovella serve` with another internet, and a client of it over HTTP. */
export async function startEvidenceServer(
  dataDirectory: string,
  network: Network,
): Promise<EvidenceServer> {
  const config = loadConfig({
    TROVELLA_DATA_DIR: dataDirectory,
    TROVELLA_EMBEDDER: "none",
    TROVELLA_CAPTURE: "on",
    PORT: "0",
  });
  const complaints: string[] = [];
  const note = (...given: unknown[]) => void complaints.push(given.map(String).join(" "));
  const logger = Object.assign(newLogger({ LOG_LEVEL: "silent" }), { warn: note, error: note });
  process.on("warning", note);
  const database = await openDatabase(databaseSettings(config));
  await prepareLocalIdentity(database);
  const metrics = await createServerMetrics();
  const services = await buildServices({
    config,
    database,
    console: { url: "http://127.0.0.1:4737", isRunning: () => true },
    logger,
    caller: null,
    network,
  });
  const http = await buildHttp({ config, database, services, metrics, logger });
  const { server, url } = await startServer(http, { host: config.HOST, port: config.PORT });
  services.startCapturing();
  const client = await connectHttp(url);
  return {
    client,
    complaints,
    async close() {
      await client.close();
      http.startShutdown();
      server.closeAllConnections();
      await once(server.close(), "close");
      await http.close();
      await services.close();
      await database.close();
      process.off("warning", note);
    },
  };
}
