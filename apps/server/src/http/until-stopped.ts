import { once } from "node:events";
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { McpHttp } from "@trovella/mcp";
import type { Logger } from "pino";
import { EXIT } from "../exit.ts";

const GRACE_MS = 10_000;
const SWEEP_MS = 50;

/** npm forwards a Ctrl+C that the terminal has already delivered, so one key press may arrive twice. */
const SAME_PRESS_MS = 250;

/**
 * Waits for Ctrl+C or SIGTERM, then drains the requests in flight. It keeps serving open keep-alive connections for
 * `lingerMs`, since proxies notice a shutdown late.
 */
export async function untilStopped({
  server,
  mcp,
  logger,
  onStop,
  lingerMs,
}: {
  readonly server: Server;
  readonly mcp: McpHttp;
  readonly logger: Logger;
  readonly onStop: () => void;
  readonly lingerMs: number;
}): Promise<void> {
  await firstSignal();
  onStop();
  // Unreferenced: it fires only if something still keeps the process alive by then.
  setTimeout(() => {
    logger.warn("requests were still running after the grace period and were cut off");
    process.exit(EXIT.ok);
  }, GRACE_MS).unref();

  const closed = once(stopListening(server), "close");
  await sleep(lingerMs);
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await mcp.drain(GRACE_MS);
  await closed;
  clearInterval(sweep);
  // An exiting process no longer handles signals: the duplicate of the key press would kill it.
  await sleep(SAME_PRESS_MS);
}

/** Open connections get one more response, with `Connection: close`. */
function stopListening(server: Server): Server {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // The close() of http.Server would also end idle connections, on which a request may be arriving.
  NetServer.prototype.close.call(server);
  return server;
}

/** The first signal resolves; a later one exits the process at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs: number | undefined;
    const onSignal = () => {
      firstAtMs ??= performance.now();
      if (performance.now() - firstAtMs > SAME_PRESS_MS) process.exit(EXIT.failed);
      resolve();
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  });
}
