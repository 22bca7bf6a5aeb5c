import { type Capturing, type CapturingOptions, startCapturing } from "@trovella/capture";
import { createInternet, type Network } from "@trovella/capture/guard";
import type { Database, Tenant } from "@trovella/db";
import type { McpServices } from "@trovella/mcp";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import { type Config, fetchesSources } from "../config.ts";
import { logProblem } from "../logger.ts";
import { httpProxy } from "./http-proxy.ts";

export interface CaptureService {
  /** Reads the pages that a previous process left unread. */
  start(): void;
  onStored(tenant: Tenant): void;
  /** Null when this server fetches no pages. */
  readonly queue: McpServices["capture"];
  close(): Promise<void>;
}

interface CaptureServiceOptions {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Tests give one that leads to this computer; the internet otherwise. */
  readonly network?: Network | undefined;
  readonly onCaptured?: CapturingOptions["onCaptured"];
}

/** Reads the pages of sources in the background. Starts lazily, when the first source is stored. */
export function captureService(options: CaptureServiceOptions): CaptureService {
  const { config, database, logger, now, onCaptured } = options;
  if (!fetchesSources(config)) return OFF;
  let started: Capturing | undefined;

  function start() {
    started ??= startCapturing({
      database,
      network: options.network ?? createInternet({ proxy: httpProxy(config) }),
      fetchedBy: ABOUT.version,
      now,
      onProblem: logProblem(logger, "pages of sources could not be read"),
      ...(onCaptured ? { onCaptured } : {}),
    });
    return started;
  }

  return {
    start,
    onStored: ({ organizationId }) => start().wake(organizationId),
    queue: { settled: (...waited) => start().settled(...waited) },
    close: async () => started?.close(),
  };
}

const OFF: CaptureService = {
  start: () => undefined,
  onStored: () => undefined,
  queue: null,
  close: () => Promise.resolve(),
};
