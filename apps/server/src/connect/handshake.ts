import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { ABOUT } from "../about.ts";
import { isRecord, type Server } from "./entry.ts";

const STDERR_CHARACTERS = 2_000;
const SHOWN_CHARACTERS = 400;

export type Handshake =
  | { readonly ok: true; readonly version: string; readonly user: string; readonly tools: number }
  | { readonly ok: false; readonly problem: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Does what the client will do: starts or calls the server, lists its tools and pings it. */
export async function shakeHands(
  server: Server,
  { timeoutMs, environment }: { timeoutMs: number; environment: Environment },
): Promise<Handshake> {
  const { transport, errors } = transportTo(server, environment);
  const client = new Client(
    { name: "trovella-connect", version: ABOUT.version },
    { versionNegotiation: { mode: "auto", probe: { timeoutMs: timeoutMs / 2 } } },
  );
  const deadline = createDeadline(timeoutMs);
  try {
    return await Promise.race([converse(client, transport, timeoutMs), deadline.passed]);
  } catch (error) {
    return { ok: false, problem: [explain(error, server, timeoutMs), errors()].join("") };
  } finally {
    deadline.cancel();
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined); // The client knows it only once it is connected.
  }
}

class Overdue extends Error {}

type Wire = StdioClientTransport | StreamableHTTPClientTransport;

async function converse(client: Client, transport: Wire, timeoutMs: number): Promise<Handshake> {
  const timeout = { timeout: timeoutMs };
  await client.connect(transport, timeout);
  const { tools } = await client.listTools(undefined, timeout);
  if (!tools.some(({ name }) => name === "ping")) {
    return { ok: false, problem: "What answers there is not Trovella: it has no tool named ping." };
  }
  const result = await client.callTool({ name: "ping", arguments: {} }, timeout);
  const message = messageOf(result);
  const [, user] = /\bas (.+?) \(/.exec(message) ?? [];
  if (result.isError || user === undefined) {
    return { ok: false, problem: `It answers, but not as it should: ${short(message)}` };
  }
  return { ok: true, version: client.getServerVersion()?.version ?? "", user, tools: tools.length };
}

/** What a client hands to the server: few variables of its own, and those of the entry. */
function transportTo(server: Server, environment: Environment) {
  if (server.transport === "http") {
    const transport = new StreamableHTTPClientTransport(new URL(server.url));
    return { transport, errors: () => "" };
  }
  const env = expandVariables(server.env, environment);
  const { command, args } = server;
  const transport = new StdioClientTransport({ command, args: [...args], env, stderr: "pipe" });
  let written = "";
  transport.stderr?.on("data", (chunk) => {
    written = `${written}${chunk}`.slice(-STDERR_CHARACTERS);
  });
  return { transport, errors: () => (written.trim() ? ` It says: ${short(written)}` : "") };
}

/** `${NAME}`, `${env:NAME}` and `$NAME`, in which clients hand variables on. */
function expandVariables(env: Readonly<Record<string, string>>, environment: Environment) {
  const expand = (value: string) =>
    value.replace(/\$(?:\{(?:env:)?(\w+)\}|(\w+))/g, (all, braced, bare) => {
      return environment[braced ?? bare] ?? all;
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

function explain(error: unknown, server: Server, timeoutMs: number): string {
  const { message } = error as Error;
  if (error instanceof Overdue) return `No answer came within ${timeoutMs / 1000} seconds.`;
  if (server.transport === "stdio") {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isMissing
      ? `${server.command} does not exist.`
      : "The server ended or did not answer as it should.";
  }
  const isRefused = error instanceof UnauthorizedError || /\b401\b/.test(message);
  return isRefused
    ? `${server.url} asks for a sign-in, which only the client can do.`
    : `Nothing answers as it should at ${server.url}. Start the server there with \`trovella serve\`.`;
}

function createDeadline(timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Overdue()), timeoutMs);
  });
  passed.catch(() => undefined);
  return { passed, cancel: () => clearTimeout(timer) };
}

function short(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > SHOWN_CHARACTERS ? `…${line.slice(-SHOWN_CHARACTERS)}` : line;
}
