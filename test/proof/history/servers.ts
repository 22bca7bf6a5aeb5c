import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { ConnectionSettings } from "@trovella/db";
import { databaseUrl } from "@trovella/testing/database/empty-database";
import {
  connectHttp,
  type Era,
  type McpClient,
  TROVELLA,
  WITHOUT_MODEL,
} from "@trovella/testing/mcp/mcp-client";
import type { Entrance } from "../support/service.ts";
import { type Line, overHttp } from "./drivers.ts";

export interface RunningServer {
  readonly url: string;
  readonly output: { stdout: string; stderr: string };
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Starts `trovella serve` on a database and a free port. */
export function startServer(
  target: ConnectionSettings["target"],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  return startProgram([TROVELLA, "serve", "--port", "0"], {
    DATABASE_URL: urlOf(target),
    ...WITHOUT_MODEL,
    ...environment,
  });
}

/** Starts a Node program and waits until it prints its URL. */
export async function startProgram(
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, options, {
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // No server outlives the proof, however it ends.
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  child.once("close", () => process.off("exit", killAtExit));
  const output = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output.stderr += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output.stdout += text;
      const [, url] = /running at (\S+)\n/.exec(output.stdout) ?? [];
      if (url) resolve(url);
    });
    child.once("close", (code) => reject(new Error(`It ended with ${code}: ${output.stderr}`)));
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return { url, output, isRunning, stop: () => stop(child) };
}

export interface ServerLines {
  /** One for each agent. */
  readonly lines: readonly Line[];
  /** Errors in the servers' logs. */
  problems(): string[];
  close(): Promise<void>;
}

/** Two servers with separate plan caches, and agents of both protocol revisions. */
export async function startServers(
  target: ConnectionSettings["target"],
  agents: number,
  eras: readonly Era[],
): Promise<ServerLines> {
  const servers = await Promise.all([startServer(target), startServer(target)]);
  const { lines, close } = await connectLines(servers, agents, eras);
  return {
    lines,
    problems: () => servers.flatMap(({ output }) => output.stderr.split("\n").filter(isProblem)),
    async close() {
      await close();
      for (const server of servers) await server.stop();
    },
  };
}

/** Connects agents round-robin to these entrances, alternating protocol revisions. */
export async function connectLines(
  entrances: readonly Entrance[],
  agents: number,
  eras: readonly Era[],
): Promise<Omit<ServerLines, "problems">> {
  const clients: McpClient[] = [];
  const lines: Line[] = [];
  for (let agent = 0; agent < agents; agent += 1) {
    const { url, token } = entrances[agent % entrances.length] as Entrance;
    const era = eras[Math.floor(agent / entrances.length) % eras.length] as Era;
    const known = token ? { token } : {};
    const client = await connectHttp(url, { era, name: `agent-${agent}`, ...known });
    clients.push(client);
    lines.push(overHttp(client, url));
  }
  const close = async () => void (await Promise.all(clients.map((client) => client.close())));
  return { lines, close };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
}

/** A connection URL for a Unix socket. */
function urlOf(target: ConnectionSettings["target"]): string {
  if (typeof target === "string") return target;
  return databaseUrl(target.socketDirectory, target.database, target.user);
}

/** Refused decisions are part of the histories, and the security log notes each. */
function isProblem(line: string): boolean {
  return line !== "" && !line.includes('"securityEvent"');
}
