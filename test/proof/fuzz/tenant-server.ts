import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ConnectionSettings, connectDatabase } from "@trovella/db";
import { CallLog, createMcpHttp, createServerFactory } from "@trovella/mcp";
import { ALL_PERMISSIONS, type Caller } from "@trovella/research";
import { startIndexing } from "@trovella/search";
import { createFakeEmbedder } from "@trovella/testing/search/fake-embedder";
import { TENANT_HEADER } from "./tenants.ts";

// A server for several organizations in one process, selected by a header: without sign-in, `trovella serve` has only one.

const target = JSON.parse(process.argv[2] ?? "") as ConnectionSettings["target"];
const database = connectDatabase({ target });
const embedder = createFakeEmbedder();
const indexing = startIndexing({ database, embedder: Promise.resolve(embedder) });
const log = new CallLog(database, (_count, error) => console.error(error));
const { createServer: createMcpServer, settled } = createServerFactory({
  version: "0.0.0",
  secret: "a secret of at least 32 characters",
  caller: null,
  database,
  log,
  console: { url: "http://127.0.0.1:9", isRunning: () => false },
  stallThresholdMs: 1_800_000,
  documentAfterMs: 0,
  embedder: () => Promise.resolve(embedder),
  announce: () => undefined,
  onStored: ({ organizationId }) => indexing.wake(organizationId),
  extractor: null,
  capture: null,
  storage: null,
  waiting: null,
  subscriptions: null,
  now: () => new Date(),
  onFailure: (error) => console.error(error),
});
const mcp = createMcpHttp({
  createServer: createMcpServer,
  authorize: ({ headers }) => ({
    token: "",
    clientId: "proof",
    scopes: [],
    extra: { caller: callerOf(String(headers[TENANT_HEADER])) },
  }),
  onError: (error) => console.error(error),
});
const server = createServer((request, response) => void mcp.handle(request, response));
await once(server.listen(0, "127.0.0.1"), "listening");
console.log(`running at http://127.0.0.1:${(server.address() as AddressInfo).port}`);

process.once("SIGTERM", async () => {
  server.close();
  server.closeAllConnections();
  await settled();
  await log.flush();
  await indexing.close();
  await embedder.close();
  await database.close();
});

function callerOf(organizationId: string): Caller {
  return {
    tenant: { organizationId },
    userId: `user_${organizationId}`,
    userName: organizationId,
    userEmail: `${organizationId}@example.org`,
    permissions: ALL_PERMISSIONS,
    sessionId: null,
    browserSessionId: null,
    isPerson: false,
    clientName: null,
  };
}
