import { once } from "node:events";
import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { PROTOCOL_REVISION } from "@trovella/foundation";
import { z } from "zod";

type Handler = (
  input: Readonly<Record<string, unknown>>,
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>;

const INFO = { name: "test", version: "1.0.0" };
const TEXT_INPUT = z.object({ text: z.string() });

/** The behaviours that tests need, one tool each. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  async echo(input, context) {
    const parsed = TEXT_INPUT.safeParse(input);
    if (!parsed.success) return { ...textResult("INVALID_INPUT: text is missing."), isError: true };
    return textResult(`${context.http?.authInfo?.token ?? "nobody"}: ${parsed.data.text}`);
  },

  async progress(_input, context) {
    for (const progress of [1, 2]) await notifyProgress(context, progress);
    return textResult("done");
  },

  /** Ends only when it is aborted. */
  async wait(_input, context) {
    await notifyProgress(context, 0);
    if (!context.mcpReq.signal.aborted) await once(context.mcpReq.signal, "abort");
    waits.aborted += 1;
    return textResult("aborted");
  },

  /** Sends far more than the buffers of a connection hold. */
  async flood(_input, context) {
    floods.sent = 0;
    const message = "x".repeat(FLOOD_PART_LENGTH);
    for (let part = 0; part < FLOOD_PARTS; part += 1) {
      await notifyProgress(context, part, message);
      floods.sent += 1;
    }
    return textResult("flooded");
  },

  async slow(input) {
    await new Promise((resolve) => setTimeout(resolve, Number(input.durationMs)));
    return textResult("slow");
  },

  async ask() {
    const requestedSchema = z.object({ ok: z.boolean() });
    const question = inputRequired.elicit({ message: "Go on?", requestedSchema });
    return inputRequired({ inputRequests: { question } });
  },

  async unserializable() {
    return { ...textResult("never seen"), structuredContent: { count: 1n } };
  },
};

export const FLOOD_PARTS = 400;
const FLOOD_PART_LENGTH = 64 * 1024;

/** The number of parts that the latest call of `flood` has sent. */
export const floods = { sent: 0 };

/** The number of `wait` calls that were aborted. */
export const waits = { aborted: 0 };

/** Low-level servers, as in the product. */
export const createLowLevelServer: McpServerFactory = () => {
  const server = new Server(INFO, {
    capabilities: { tools: { listChanged: true }, logging: {} },
    supportedProtocolVersions: [...SUPPORTED_PROTOCOL_VERSIONS, PROTOCOL_REVISION],
  });
  const inputSchema = { type: "object" as const };
  const tools = Object.keys(HANDLERS).map((name) => ({ name, inputSchema }));
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", ({ params }, context) =>
    handlerOf(params)(params.arguments ?? {}, context),
  );
  return server;
};

export const createHighLevelServer: McpServerFactory = () => {
  const server = new McpServer(INFO, { capabilities: { logging: {} } });
  for (const [name, handler] of Object.entries(HANDLERS)) {
    server.registerTool(name, { inputSchema: z.looseObject({}) }, handler);
  }
  return server;
};

function handlerOf({ name }: CallToolRequest["params"]): Handler {
  const handler = Object.hasOwn(HANDLERS, name) ? HANDLERS[name] : undefined;
  if (!handler) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
  return handler;
}

async function notifyProgress(
  { mcpReq }: ServerContext,
  progress: number,
  message?: string,
): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, progress, ...(message && { message }) };
  await mcpReq.notify({ method: "notifications/progress", params });
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}
