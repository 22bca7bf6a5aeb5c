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

/** One way for an agent to reach the tools. */
export interface Line {
  readonly consoleUrl: string;
  send(tool: string, input: Json): Promise<Sent>;
}

/** The time that a history lives in; it can be made to pass. */
export interface Clock {
  nowMs(): number;
  pass(milliseconds: number): Promise<void>;
}

/** A clock of our own, ahead of the real one by whatever was let pass. */
export function movableClock(): Clock {
  let aheadMs = 0;
  return {
    nowMs: () => Date.now() + aheadMs,
    async pass(milliseconds) {
      aheadMs += Math.round(milliseconds);
    },
  };
}

const LONGEST_WAIT_MS = 400;

/** For servers in processes of their own there is only the real time, and little of it. */
export const realClock: Clock = {
  nowMs: () => Date.now(),
  pass: async (milliseconds) => void (await sleep(Math.min(milliseconds, LONGEST_WAIT_MS))),
};

export const LOCAL_CALLER: Caller = {
  tenant: { organizationId: "org_local" },
  userId: "usr_local",
  userName: "Local user",
  userEmail: "local@localhost",
  permissions: ALL_PERMISSIONS,
  sessionId: null,
  browserSessionId: null,
};

/** What a process of the server has, but for the transport: its connections and its plan memory. */
export interface InProcess {
  line(clock: Clock): Line;
  /** Errors that no caller was meant to get. */
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
    embedder: () => Promise.resolve(null),
    extractor: null,
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
  // The last time a call asks for is the one it decides with, also when it had to start again.
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
      throw new Error("nobody is there to be asked");
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

/** As it would arrive at a client. */
function asJson(reply: object): Json {
  return JSON.parse(JSON.stringify(reply)) as Json;
}
