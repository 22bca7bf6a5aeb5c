import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@trovella/db";
import { CallLog, runCall, type Services, TOOLS } from "@trovella/mcp";
import { ALL_PERMISSIONS, type Caller } from "@trovella/research";
import { type McpClient, ToolError } from "@trovella/testing/mcp/mcp-client";
import type { Answer, Json } from "./record.ts";

export interface Sent {
  readonly answer: Answer;
  readonly decidedMs: number | null;
}

/** An agent's connection to the tools. */
export interface Line {
  readonly consoleUrl: string;
  send(tool: string, input: Json): Promise<Sent>;
}

/** The clock of a history; it can be advanced. */
export interface Clock {
  nowMs(): number;
  pass(milliseconds: number): Promise<void>;
}

/** A fake clock, ahead of the real one by the time advanced so far. */
export function movableClock(): Clock {
  let aheadMs = 0;
  return {
    nowMs: () => Date.now() + aheadMs,
    async pass(milliseconds) {
      aheadMs += Math.round(milliseconds);
    },
  };
}

const MAX_WAIT_MS = 400;

/** Servers in separate processes use the real clock, so waits are short. */
export const realClock: Clock = {
  nowMs: () => Date.now(),
  pass: async (milliseconds) => void (await sleep(Math.min(milliseconds, MAX_WAIT_MS))),
};

export const LOCAL_CALLER: Caller = {
  tenant: { organizationId: "org_local" },
  userId: "usr_local",
  userName: "Local user",
  userEmail: "local@localhost",
  permissions: ALL_PERMISSIONS,
  sessionId: null,
  browserSessionId: null,
  isPerson: false,
  clientName: null,
};

/** A server process without its transport: database connections and plan cache. */
export interface InProcess {
  line(clock: Clock): Line;
  /** Unexpected errors. */
  readonly failures: readonly unknown[];
  close(): Promise<void>;
}

const CONSOLE_URL = "http://console.example";

export function inProcess(database: Database, caller = LOCAL_CALLER): InProcess {
  const failures: unknown[] = [];
  const log = new CallLog(database, (_count, error) => failures.push(error));
  const shared = {
    database,
    log,
    console: { url: CONSOLE_URL, isRunning: () => true },
    stallThresholdMs: 1_800_000,
    documentAfterMs: 0,
    embedder: () => Promise.resolve(null),
    extractor: null,
    capture: null,
    storage: null,
    waiting: null,
    announce: () => undefined,
    onStored: () => undefined,
    onFailure: (error: unknown) => failures.push(error),
  };
  return {
    failures,
    line: (clock) => ({
      consoleUrl: CONSOLE_URL,
      send: (tool, input) => sendInProcess({ ...shared, caller }, clock, { tool, input }),
    }),
    close: () => log.flush(),
  };
}

async function sendInProcess(
  shared: Omit<Services, "now"> & { readonly caller: Caller },
  clock: Clock,
  { tool: name, input }: { readonly tool: string; readonly input: Json },
): Promise<Sent> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  let decidedMs: number | null = null;
  // A call decides with the last time it reads, also after a retry.
  const now = () => {
    decidedMs = clock.nowMs();
    return new Date(decidedMs);
  };
  const client = { name: "history", version: "1.0.0" };
  const { caller } = shared;
  const outcome = await runCall({ ...shared, now }, { tool, input, caller, client });
  switch (outcome.kind) {
    case "reply":
      return { answer: { reply: asJson(outcome.reply), refusal: null }, decidedMs };
    case "failure":
      return {
        answer: { reply: null, refusal: { code: outcome.code, text: outcome.text } },
        decidedMs,
      };
    case "question":
      throw new Error("elicitation is not available");
  }
}

/** A real client connected to a real server. */
export function overHttp(client: McpClient, consoleUrl: string): Line {
  return {
    consoleUrl,
    async send(tool, input) {
      try {
        const reply = await client.call<Json>(tool, input);
        return { answer: { reply, refusal: null }, decidedMs: null };
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        const refusal = { code: error.code, text: error.message };
        return { answer: { reply: null, refusal }, decidedMs: null };
      }
    },
  };
}

/** Serialized as a client would receive it. */
function asJson(reply: object): Json {
  return JSON.parse(JSON.stringify(reply)) as Json;
}
