/** Low-overhead clients of the real tools: JSON-RPC over a pipe or a plain socket. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { TROVELLA } from "@trovella/testing/mcp/mcp-client";
import {
  messagesOf,
  openConnection,
  type RawConnection,
  rawRequest,
} from "@trovella/testing/mcp-http/raw-http-client";

export type Revision = "2026-07-28" | "2025-11-25";

/** The server closes connections after five idle seconds, as between two measurements. */
const REUSED_WITHIN_MS = 2_000;

export interface ToolCaller {
  /** `slot` is the index of the concurrent caller; over HTTP each has its own connection. */
  call(slot: number, name: string, input: object): Promise<Record<string, unknown>>;
  readonly pid: number;
  close(): Promise<void>;
}

type Message = {
  id?: number;
  result?: { structuredContent?: object; content?: { text?: string }[]; isError?: boolean };
};

/** One `trovella mcp` with several calls in flight. */
export async function stdioCaller(environment: Record<string, string>): Promise<ToolCaller> {
  const child = startProcess([TROVELLA, "mcp"], environment);
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
    const message: Message = JSON.parse(line);
    waiting.get(message.id ?? -1)?.(message);
    waiting.delete(message.id ?? -1);
  });
  return {
    pid: child.pid ?? 0,
    async call(_slot, name, input) {
      lastId += 1;
      const id = lastId;
      const reply = new Promise<Message>((resolve) => waiting.set(id, resolve));
      child.stdin?.write(`${JSON.stringify(callOf("2026-07-28", id, name, input))}\n`);
      return contentOf(await reply);
    },
    async close() {
      child.stdin?.end();
      await once(child, "exit");
    },
  };
}

/** A server that prints its URL, called over keep-alive connections. */
export async function httpCaller(
  revision: Revision,
  programArguments: readonly string[],
  environment: Record<string, string>,
): Promise<ToolCaller> {
  const child = startProcess(programArguments, environment);
  const port = await portOf(child);
  const connections: { readonly connection: RawConnection; usedAtMs: number }[] = [];
  const connectionOf = async (slot: number) => {
    const known = connections[slot];
    const now = performance.now();
    if (known && now - known.usedAtMs < REUSED_WITHIN_MS) {
      known.usedAtMs = now;
      return known.connection;
    }
    known?.connection.close();
    const connection = await openConnection(port);
    connections[slot] = { connection, usedAtMs: now };
    return connection;
  };
  return {
    pid: child.pid ?? 0,
    async call(slot, name, input) {
      const connection = await connectionOf(slot);
      // The same id for all callers: replies must be matched by connection alone.
      const request = rawRequest({
        headers: headersOf(revision, name),
        body: JSON.stringify(callOf(revision, 1, name, input)),
      });
      const [message] = messagesOf(await connection.exchange(request));
      return contentOf(message as Message);
    },
    async close() {
      for (const known of connections) known?.connection.close();
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** CPU time of a process with all its threads, in microseconds. */
export function cpuOfProcess(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const TICK_US = 10_000;
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

function startProcess(programArguments: readonly string[], environment: Record<string, string>) {
  return spawn(process.execPath, ["--import", "tsx", ...programArguments], {
    env: {
      PATH: process.env.PATH ?? "",
      LOG_LEVEL: "error",
      TROVELLA_CAPTURE: "off",
      ...environment,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
      const [, port] = /:(\d+)\s/.exec(printed) ?? [];
      if (port) resolve(Number(port));
    });
    child.once("exit", (code) => reject(new Error(`The server exited with ${code}.`)));
  });
}

function callOf(revision: Revision, id: number, name: string, input: object) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: input, ...(revision === "2026-07-28" ? { _meta } : {}) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

function headersOf(revision: Revision, name: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "MCP-Protocol-Version": revision,
    ...(revision === "2026-07-28" ? { "Mcp-Method": "tools/call", "Mcp-Name": name } : {}),
  };
}

function contentOf(message: Message): Record<string, unknown> {
  const { result } = message;
  if (!result || result.isError) throw new Error(JSON.stringify(message).slice(0, 500));
  // The SDK's own handler does not say which revision a client of 2025 speaks, so it gets no structured content.
  return (result.structuredContent ?? JSON.parse(result.content?.[0]?.text ?? "{}")) as Record<
    string,
    unknown
  >;
}
