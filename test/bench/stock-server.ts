/** The product's handlers behind the SDK's stock transport; prints its URL. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectDatabase } from "@trovella/db";
import { CallLog, createServerFactory } from "@trovella/mcp";
import { stockListener } from "@trovella/testing/mcp-http/echo-servers";
import { localCaller } from "../../apps/server/src/services/local-caller.ts";

const database = connectDatabase({ target: process.env.DATABASE_URL ?? "" });
const { createServer: createMcpServer } = createServerFactory({
  database,
  version: "0.0.0",
  secret: "bench".repeat(10),
  caller: localCaller(null),
  console: { url: "http://127.0.0.1", isRunning: () => true },
  log: new CallLog(database, () => undefined),
  stallThresholdMs: 1_800_000,
  documentAfterMs: 0,
  embedder: () => Promise.resolve(null),
  extractor: null,
  capture: null,
  storage: null,
  waiting: null,
  subscriptions: null,
  announce: () => undefined,
  onStored: () => undefined,
  now: () => new Date(),
  onFailure: (error) => console.error(error),
});
const server = createServer(stockListener(createMcpServer));
await once(server.listen(0, "127.0.0.1"), "listening");
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port} `);
