import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export const TROVELLA = fileURLToPath(
  new URL("../../../../apps/server/bin/trovella.mjs", import.meta.url),
);

/** Keyword search only, and no pages of sources: a model would have to be downloaded, and tests reach no other computer. */
export const WITHOUT_MODEL = { TROVELLA_EMBEDDER: "none", TROVELLA_CAPTURE: "off" };

/** Protocol generations. */
export const ERAS = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof ERAS)[number];

export type Reply = Record<string, unknown>;

/** A tool error of the form "CODE: what is wrong. Next: what to do." */
export class ToolError extends Error {
  get code(): string {
    return this.message.split(":", 1)[0] ?? "";
  }
}

export interface McpClient {
  readonly client: Client;
  /** Returns the tool's reply; throws ToolError if the tool returned an error. */
  call<T extends object = Reply>(name: string, input?: object): Promise<T>;
  /** The server's process id, over stdio. */
  readonly pid: number | null;
  close(): Promise<void>;
}

interface Settings {
  readonly era?: Era;
  /** Answers elicitations; without it the client does not offer the capability. */
  readonly onElicit?: (request: { message: string }) => object | Promise<object>;
  /** Whether the client can open pages for its user, besides showing forms. */
  readonly canOpenUrl?: boolean;
  /** Whether the client shows the board inside its chat (MCP Apps). */
  readonly showsBoard?: boolean;
  readonly name?: string;
  readonly version?: string;
  /** Bearer token for servers that require authentication. */
  readonly token?: string;
  /** The command to start, if not the one of this repository. */
  readonly program?: string;
}

/** Starts `trovella mcp` as an AI client would. */
export async function connectStdio(
  environment: Record<string, string>,
  settings: Settings = {},
): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [settings.program ?? TROVELLA, "mcp"],
    env: { PATH: process.env.PATH ?? "", ...WITHOUT_MODEL, ...environment },
    stderr: "ignore",
  });
  return connected(transport, settings, () => transport.pid);
}

/** Connects to a running `trovella serve`, at `/mcp` unless the URL has a path. */
export async function connectHttp(serverUrl: string, settings: Settings = {}): Promise<McpClient> {
  const url = new URL(serverUrl);
  if (url.pathname === "/") url.pathname = "/mcp";
  const { token } = settings;
  const headers = { Authorization: `Bearer ${token}` };
  const options = token ? { requestInit: { headers }, fetch: patientFetch } : {};
  return connected(new StreamableHTTPClientTransport(url, options), settings, () => null);
}

/** Calls with a token are rate limited; waits for Retry-After as a well-behaved client does. */
async function patientFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.status !== 429) return response;
  await response.body?.cancel();
  await sleep(1000 * Number(response.headers.get("retry-after") ?? 1));
  return patientFetch(url, init);
}

async function connected(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  settings: Settings,
  pidOf: () => number | null,
): Promise<McpClient> {
  const { era = "2026-07-28", onElicit, name = "test-client", version = "1.2.3" } = settings;
  const options: ClientOptions = {
    versionNegotiation: { mode: era === "2026-07-28" ? "auto" : "legacy" },
    capabilities: capabilitiesOf(settings),
  };
  const client = new Client({ name, version }, options);
  if (onElicit) {
    client.setRequestHandler("elicitation/create", async ({ params }) => onElicit(params) as never);
  }
  await client.connect(transport);
  return {
    client,
    get pid() {
      return pidOf();
    },
    call: (tool, input = {}) => callTool(client, tool, input),
    close: () => client.close(),
  };
}

const UI_EXTENSION = "io.modelcontextprotocol/ui";

function capabilitiesOf({ onElicit, canOpenUrl, showsBoard }: Settings) {
  const elicitation = { form: {}, ...(canOpenUrl ? { url: {} } : {}) };
  const mimeTypes = ["text/html;profile=mcp-app"];
  return {
    ...(onElicit ? { elicitation } : {}),
    ...(showsBoard ? { extensions: { [UI_EXTENSION]: { mimeTypes } } } : {}),
  };
}

/** The reply, with the version of the plan, which the server keeps out of what models read. */
export async function callTool<T extends object = Reply>(
  client: Client,
  name: string,
  input: object,
): Promise<T> {
  const result = await client.callTool({ name, arguments: input as Record<string, unknown> });
  const [content] = result.content as { type: string; text: string }[];
  if (result.isError) throw new ToolError(content?.text ?? "");
  // Clients show the model one or the other, so both must say the same.
  const text = JSON.stringify(JSON.parse(content?.text ?? "null"));
  if (text !== JSON.stringify(result.structuredContent)) {
    throw new Error(`The text of ${name} differs from its structured content.`);
  }
  const version = result._meta?.["trovella/planVersion"];
  const reply = result.structuredContent as T;
  return version === undefined ? reply : { ...reply, planVersion: version };
}

/** A report as submit_step_result requires it. */
export const REPORT = {
  thinking: "Compared the sources.",
  webSearches: [],
  webFetches: [],
  otherToolCalls: [],
  subagents: [],
};
