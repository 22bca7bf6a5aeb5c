import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type JSONRPCRequest,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { PROTOCOL_REVISION, type TraceParent } from "@trovella/foundation";
import type { Caller, Client } from "./caller.ts";
import { type CallOutcome, callTool, type Services } from "./calls/call-tool.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { addResources } from "./resources.ts";
import { answerOf, answerSchema, questionKey } from "./review/elicitation.ts";
import type { Question, QuestionState } from "./review/question.ts";
import { addPrompts } from "./skills/prompts.ts";
import { addSkills, SKILLS_EXTENSION } from "./skills/skills.ts";
import { showInvisible } from "./text/visible-text.ts";
import { TOOLS } from "./tools/index.ts";

export interface McpServices extends Services {
  readonly version: string;
  /** At least 32 characters, the same in all processes that may get each other's questions answered. */
  readonly secret: string;
  /** Who calls when the transport names nobody: over stdio, whoever started the process. */
  readonly caller: Caller | null;
}

const LISTS_KEPT_MS = 300_000;
/** A person may be away; shorter than an answer is remembered, so that none counts twice. */
const QUESTION_OPEN_SECONDS = 12 * 60 * 60;

const OPTIONS: ServerOptions = {
  capabilities: {
    tools: {},
    resources: {},
    prompts: {},
    completions: {},
    extensions: { [SKILLS_EXTENSION]: {} },
  },
  instructions: INSTRUCTIONS,
  supportedProtocolVersions: [...SUPPORTED_PROTOCOL_VERSIONS, PROTOCOL_REVISION],
  cacheHints: {
    // The same for everybody, whatever is stored.
    "tools/list": { ttlMs: LISTS_KEPT_MS, cacheScope: "public" },
    "prompts/list": { ttlMs: LISTS_KEPT_MS, cacheScope: "public" },
    "resources/templates/list": { ttlMs: LISTS_KEPT_MS, cacheScope: "public" },
    "resources/list": { ttlMs: 0, cacheScope: "private" },
    "resources/read": { ttlMs: 0, cacheScope: "private" },
  },
};

const LISTING = { tools: TOOLS.map(({ listing }) => listing) };
const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));
const SHOWN_NAME_CHARACTERS = 100;

export interface ServerFactory {
  /** Makes a server for one HTTP request or one stdio connection; what it needs is made once. */
  readonly createServer: McpServerFactory;
  /** Resolves when the calls that were running are carried out, whether or not anyone still waits for them. */
  settled(): Promise<void>;
}

export function createServerFactory(services: McpServices): ServerFactory {
  const running = new Set<Promise<unknown>>();
  const information = { name: "trovella", title: "Trovella", version: services.version };
  const codec = createRequestStateCodec<QuestionState>({
    key: services.secret,
    ttlSeconds: QUESTION_OPEN_SECONDS,
    bind: (context) => {
      const { userId, tenant } = callerOf(context);
      // Somebody in two organizations was asked in one of them.
      return JSON.stringify([context.mcpReq.method, userId, tenant.organizationId]);
    },
  });
  const options = { ...OPTIONS, requestState: { verify: codec.verify } };

  const createServer = () => {
    const server = new PlainServer(information, options);
    server.setRequestHandler("tools/list", () => LISTING);
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const tool = BY_NAME.get(params.name);
      if (!tool) throw unknownTool(params.name);
      const outcome = await track(
        running,
        callTool(services, {
          tool,
          input: params.arguments,
          caller: callerOf(context),
          client: clientOf(server, context),
          trace: traceOf(context),
          dialogue: {
            isPossible: canAskPerson(server, context),
            reply: answerOf(context),
          },
        }),
      );
      return resultOf(outcome, (question) => ask(question, context));
    });
    addResources(server, services, callerOf);
    addPrompts(server, services);
    addSkills(server, services);
    return server;
  };
  return { createServer, settled: async () => void (await Promise.allSettled(running)) };

  function callerOf(context: ServerContext): Caller {
    const caller = context.http?.authInfo?.extra?.caller ?? services.caller;
    if (!caller) throw new ProtocolError(ProtocolErrorCode.InternalError, "Nobody is signed in.");
    return caller as Caller;
  }

  async function ask({ message, state }: Question, context: ServerContext) {
    return inputRequired({
      inputRequests: {
        [questionKey]: inputRequired.elicit({ message, requestedSchema: answerSchema }),
      },
      requestState: await codec.mint(state, context),
    });
  }
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK answers parameters of the wrong form with the inner report of its schema library. */
class PlainServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError && !isSchemaReport(error)) throw error;
        const message = `The parameters of ${method} do not have the form it needs. Next: send params as its schema says, with arguments as an object.`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
    };
  }
}

function isSchemaReport({ message }: ProtocolError): boolean {
  return /^Invalid (tools\/call request|params for )/.test(message);
}

function track<T>(running: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  running.add(work);
  return work.finally(() => running.delete(work));
}

async function resultOf<Asked>(
  outcome: CallOutcome,
  ask: (question: Question) => Promise<Asked>,
): Promise<CallToolResult | Asked> {
  switch (outcome.kind) {
    case "question":
      return ask(outcome.question);
    case "failure":
      return { isError: true, content: [{ type: "text", text: outcome.text }] };
    case "reply": {
      const json = JSON.stringify(outcome.reply);
      const reply = showInvisible(outcome.reply, json);
      const text = reply === outcome.reply ? json : JSON.stringify(reply);
      // Clients show the model one or the other.
      return {
        content: [{ type: "text", text }],
        structuredContent: reply as Record<string, unknown>,
      };
    }
  }
}

function clientOf(server: Server, context: ServerContext): Client {
  const named = envelopeOf(context)?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const { name, version } = (named ?? {}) as { name?: unknown; version?: unknown };
  return { name: shortName(name), version: shortName(version) };
}

/** Clients that trace what they do say where in it they are. */
function traceOf({ mcpReq }: ServerContext): TraceParent | null {
  const { traceparent, tracestate } = (mcpReq._meta ?? {}) as Record<string, unknown>;
  if (typeof traceparent !== "string") return null;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
}

/** 2026-07-28 clients say so with each request, older ones when they connect. */
function canAskPerson(server: Server, context: ServerContext): boolean {
  const envelope = envelopeOf(context);
  const capabilities = envelope
    ? envelope[CLIENT_CAPABILITIES_META_KEY]
    : server.getClientCapabilities();
  const elicitation = (
    capabilities as { elicitation?: { form?: object; url?: object } } | undefined
  )?.elicitation;
  // Before there were modes, an empty object meant forms.
  return !!elicitation && (!!elicitation.form || !elicitation.url);
}

function envelopeOf({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> | undefined {
  return mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
}

/** Clients name themselves; the log has no use for oddities. */
function shortName(name: unknown): string | null {
  if (typeof name !== "string" || name.length === 0) return null;
  return name.toWellFormed().replace(/\p{C}/gu, "").slice(0, SHOWN_NAME_CHARACTERS);
}

function unknownTool(name: string): ProtocolError {
  const shown = name.toWellFormed().replace(/\p{C}/gu, "?").slice(0, SHOWN_NAME_CHARACTERS);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${shown}`);
}
