import { randomUUID } from "node:crypto";
import {
  connectHttp,
  connectStdio,
  ERAS,
  type Era,
  type McpClient,
} from "@trovella/testing/mcp/mcp-client";
import { expect } from "vitest";
import { atEndOfFile } from "./end-of-file.ts";
import { testDirectory } from "./test-directory.ts";
import { startServing } from "./trovella-process.ts";

export interface Way {
  readonly transport: "stdio" | "http";
  readonly era: Era;
}

/** Every transport with every protocol generation. */
export const WAYS: readonly Way[] = (["stdio", "http"] as const).flatMap((transport) =>
  ERAS.map((era) => ({ transport, era })),
);

/** Over stdio the console belongs to another process, which these tests do not start. */
const CONSOLE_URL = "http://127.0.0.1:9";

/** Session id that the older stdio client passes in the environment, as Claude Code does. */
export const ENVIRONMENT_SESSION = `session-${randomUUID()}`;

/** Session of calls without a sessionId. */
export function sessionOf({ transport, era }: Way): unknown {
  if (transport === "http") return null;
  return era === "2025-11-25" ? ENVIRONMENT_SESSION : expect.stringMatching(/^proc_/);
}

/** Client info known to a stateless server: 2025 clients send it only on initialize, and go by their User-Agent. */
export function clientOf({ transport, era }: Way): { name: string; version: string | null } {
  const isUnnamed = transport === "http" && era === "2025-11-25";
  return isUnnamed ? { name: "node", version: null } : { name: "test-client", version: "1.2.3" };
}

type ClientSettings = NonNullable<Parameters<typeof connectStdio>[1]>;
export type Settings = Omit<ClientSettings, "era">;

export interface Connection extends McpClient {
  readonly consoleUrl: string;
  /** Closes the client, and its server if it has one of its own. */
  end(): Promise<void>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
}

export function connect(way: Way, settings: Settings = {}): Promise<Connection> {
  const { transport, era } = way;
  return transport === "stdio" ? viaStdio({ ...settings, era }) : viaHttp({ ...settings, era });
}

async function viaStdio(settings: ClientSettings): Promise<Connection> {
  const environment = {
    TROVELLA_DATA_DIR: testDirectory(),
    TROVELLA_PUBLIC_URL: CONSOLE_URL,
    ...(settings.era === "2025-11-25" ? { CLAUDE_CODE_SESSION_ID: ENVIRONMENT_SESSION } : {}),
  };
  const client = await connectStdio(environment, settings);
  return {
    ...client,
    consoleUrl: CONSOLE_URL,
    end: client.close,
    async kill() {
      if (client.pid === null) throw new Error("The server has no process.");
      process.kill(client.pid, "SIGKILL");
      await client.close();
    },
  };
}

async function viaHttp(settings: ClientSettings): Promise<Connection> {
  const { url, child, ended } = await serve();
  const client = await connectHttp(url, settings);
  return {
    ...client,
    consoleUrl: url,
    end: client.close,
    async kill() {
      serving = undefined;
      child.kill("SIGKILL");
      await ended;
      await client.close();
    },
  };
}

type Serving = Awaited<ReturnType<typeof startServing>>;
let serving: Promise<Serving> | undefined;

/** One server for all HTTP clients of a test file. */
export function serve(): Promise<Serving> {
  serving ??= startUntilEnd();
  return serving;
}

function startUntilEnd(): Promise<Serving> {
  atEndOfFile(async () => {
    const server = await serving;
    serving = undefined;
    server?.child.kill("SIGKILL");
    await server?.ended;
  });
  return startServing();
}
