import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { isRecord, type ServerEndpoint } from "./entry.ts";

const MAX_STDERR_CHARACTERS = 2_000;
const MAX_SHOWN_CHARACTERS = 400;

export type HandshakeResult =
  | { readonly ok: true; readonly version: string; readonly user: string; readonly tools: number }
  | {
      readonly ok: false;
      readonly problem: string;
      /** All that is missing is a sign-in, which only the client can do. */
      readonly isSignInLeft?: true;
    };

type Environment = Readonly<Record<string, string | undefined>>;

interface HandshakeOptions {
  readonly timeoutMs: number;
  readonly environment: Environment;
  /** Version of this program, sent as `clientInfo.version`. */
  readonly version: string;
}

/** Acts as the client will: starts or calls the server, lists its tools and calls ping. */
export async function performHandshake(
  server: ServerEndpoint,
  { timeoutMs, environment, version }: HandshakeOptions,
): Promise<HandshakeResult> {
  const { transport, errors } = createTransport(server, environment);
  const client = new Client(
    { name: "trovella-connect", version },
    { versionNegotiation: { mode: "auto", probe: { timeoutMs: timeoutMs / 2 } } },
  );
  const deadline = createDeadline(timeoutMs);
  try {
    return await Promise.race([checkServer(client, transport, timeoutMs), deadline.passed]);
  } catch (error) {
    const problem = [explain(error, server, timeoutMs), errors()].join("");
    return { ok: false, problem, ...(isUnauthorized(error) && { isSignInLeft: true }) };
  } finally {
    deadline.cancel();
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined); // The client closes it only once it is connected.
  }
}

class TimeoutError extends Error {}

type Transport = StdioClientTransport | StreamableHTTPClientTransport;

async function checkServer(
  client: Client,
  transport: Transport,
  timeoutMs: number,
): Promise<HandshakeResult> {
  const timeout = { timeout: timeoutMs };
  await client.connect(transport, timeout);
  const { tools } = await client.listTools(undefined, timeout);
  if (!tools.some(({ name }) => name === "ping")) {
    const problem = "The server there is not Trovella: it has no tool named ping.";
    return { ok: false, problem };
  }
  const result = await client.callTool({ name: "ping", arguments: {} }, timeout);
  const message = messageOf(result);
  const [, user] = /\bas (.+?) \(/.exec(message) ?? [];
  if (result.isError || user === undefined) {
    const problem = `Unexpected reply from ping: ${short(message)}`;
    return { ok: false, problem };
  }
  return { ok: true, version: client.getServerVersion()?.version ?? "", user, tools: tools.length };
}

/** Like a client, passes few variables of its own environment, and those of the entry. */
function createTransport(server: ServerEndpoint, environment: Environment) {
  if (server.transport === "http") {
    const transport = new StreamableHTTPClientTransport(new URL(server.url));
    return { transport, errors: () => "" };
  }
  const env = expandVariables(server.env, environment);
  const { command, args } = server;
  const transport = new StdioClientTransport({ command, args: [...args], env, stderr: "pipe" });
  let written = "";
  transport.stderr?.on("data", (chunk) => {
    written = `${written}${chunk}`.slice(-MAX_STDERR_CHARACTERS);
  });
  return { transport, errors: () => (written.trim() ? ` Its output: ${short(written)}` : "") };
}

/** Expands `${NAME}`, `${env:NAME}`, `{env:NAME}` and `$NAME`, the forms in which clients forward variables. */
function expandVariables(env: Readonly<Record<string, string>>, environment: Environment) {
  const expand = (value: string) =>
    value.replace(/\$\{(?:env:)?(\w+)\}|\{env:(\w+)\}|\$(\w+)/g, (all, ...names) => {
      return environment[names.slice(0, 3).find((name) => name !== undefined)] ?? all;
    });
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expand(value)]));
}

function messageOf(result: { structuredContent?: unknown; content?: unknown }): string {
  const { structuredContent, content } = result;
  if (isRecord(structuredContent) && typeof structuredContent.message === "string") {
    return structuredContent.message;
  }
  const [first] = Array.isArray(content) ? content : [];
  return isRecord(first) && typeof first.text === "string" ? first.text : "";
}

function explain(error: unknown, server: ServerEndpoint, timeoutMs: number): string {
  if (error instanceof TimeoutError) return `No reply within ${timeoutMs / 1000} seconds.`;
  if (server.transport === "stdio") {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isMissing
      ? `${server.command} does not exist.`
      : "The server exited or sent an unexpected reply.";
  }
  return isUnauthorized(error)
    ? `${server.url} requires a sign-in, which only the client can do.`
    : `No Trovella server responds at ${server.url}. Start it with \`trovella serve\`.`;
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof UnauthorizedError || /\b401\b/.test((error as Error).message);
}

function createDeadline(timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), timeoutMs);
  });
  passed.catch(() => undefined);
  return { passed, cancel: () => clearTimeout(timer) };
}

function short(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > MAX_SHOWN_CHARACTERS ? `…${line.slice(-MAX_SHOWN_CHARACTERS)}` : line;
}
