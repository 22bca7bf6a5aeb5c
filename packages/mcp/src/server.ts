import {
  type CallToolResult,
  createRequestStateCodec,
  type Implementation,
  inputRequired,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpRequestContext,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { AppError, PROTOCOL_REVISION } from "@trovella/foundation";
import type { Caller } from "@trovella/research";
import { BOARD_URI, UI_EXTENSION } from "./board/board-extension.ts";
import { boardOfCall } from "./board/board-of-call.ts";
import type { Card } from "./board/card.ts";
import { createTickets } from "./board/tickets.ts";
import { ActiveCalls } from "./calls/active-calls.ts";
import type { CallOutcome } from "./calls/call-request.ts";
import { runCall } from "./calls/run-call.ts";
import type { Tool } from "./define-tool.ts";
import type { Authorized } from "./http/authorized.ts";
import { similarKey } from "./input/match-key.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { pageBytesFor, resultFor, revisionOf } from "./protocol-revision.ts";
import { invalidParams, printableName } from "./public-errors.ts";
import { clientOf, connectionOf, elicitationOf, showsBoard, traceOf } from "./request-client.ts";
import { ConnectionSubscriptions } from "./resources/connection-subscriptions.ts";
import { httpBus, type SubscriptionBus } from "./resources/plan-bus.ts";
import type { PlanSubscriptions } from "./resources/plan-subscriptions.ts";
import { addResources, addSubscriptions } from "./resources/resources.ts";
import { answerOf, decisionSchema, feedbackSchema, questionKey } from "./review/elicited-answer.ts";
import type { Question, QuestionState } from "./review/question.ts";
import type { Services } from "./services.ts";
import { addPrompts } from "./skills/prompts.ts";
import { addSkills, SKILLS_EXTENSION } from "./skills/skills.ts";
import { showInvisible } from "./text/show-invisible.ts";
import { SEARCH_AND_FETCH, TOOLS } from "./tools/index.ts";

export interface McpServices extends Services {
  readonly version: string;
  /** At least 32 characters, the same in all processes that may receive answers to each other's questions. */
  readonly secret: string;
  /** The caller when the transport authenticates none: over stdio, the user who started the process. */
  readonly caller: Caller | null;
  /** Null where clients cannot subscribe to plans. */
  readonly subscriptions: PlanSubscriptions | null;
}

const MAX_EARLY_MESSAGES = 10;
const LIST_TTL_MS = 300_000;
/** Leaves time to answer, but less than idempotency keys are kept, so that no answer counts twice. */
const QUESTION_TTL_SECONDS = 12 * 60 * 60;

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
    // The same for all callers.
    "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
    "prompts/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
    "resources/templates/list": { ttlMs: LIST_TTL_MS, cacheScope: "public" },
    "resources/list": { ttlMs: 0, cacheScope: "private" },
    "resources/read": { ttlMs: 0, cacheScope: "private" },
  },
};

export interface ServerFactory {
  /** Makes a server for one HTTP request or one stdio connection. */
  readonly createServer: McpServerFactory;
  /** Makes one for a single call of a tool over HTTP, which costs a fraction of it. */
  readonly createCallServer: McpServerFactory;
  /** Resolves when all running calls have finished, even if their clients have disconnected. */
  settled(): Promise<void>;
  /** Cancels a call by the id of its request, for clients that do so by another request. */
  cancel(caller: Caller, requestId: string | number): void;
  /** The events of a subscription over HTTP; throws HttpRefusal at the caller's limit. Undefined without subscriptions. */
  readonly busOf: ((authInfo: Authorized, body: unknown) => SubscriptionBus) | undefined;
  /** To be called with every message of a stdio connection, since the SDK serves subscriptions without the server. */
  observe(message: JSONRPCMessage): void;
}

export function createServerFactory(services: McpServices): ServerFactory {
  const running = new Set<Promise<unknown>>();
  const active = new ActiveCalls();
  const tools = services.hasSearchAndFetch ? [...TOOLS, ...SEARCH_AND_FETCH] : TOOLS;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listing = { tools: tools.map((tool) => listingFor(services, tool)) };
  const information = { name: "trovella", title: "Trovella", version: services.version };
  const codec = createRequestStateCodec<QuestionState>({
    key: services.secret,
    ttlSeconds: QUESTION_TTL_SECONDS,
    bind: (context) => {
      const { userId, tenant } = callerOf(context);
      // A user can belong to several organizations.
      return JSON.stringify([context.mcpReq.method, userId, tenant.organizationId]);
    },
  });
  const tickets = createTickets(services.secret);
  const options = { ...optionsFor(services), requestState: { verify: codec.verify } };
  const { subscriptions, caller: stdioCaller } = services;
  const onProblem = (error: unknown) => {
    // Too many plans for one client concern that client only.
    if (!(error instanceof AppError)) services.onFailure(error, "subscriptions");
  };

  /** The subscriptions of the one connection over stdio. */
  let connected: ConnectionSubscriptions | null = null;
  /** Messages that arrived before the connection had a server. */
  const early: JSONRPCMessage[] = [];

  const notifying = withNotifications(options);
  const asksPerson = (name: unknown) => byName.get(name as string)?.asksPerson ?? true;

  const createCallServer = ({ era }: Pick<McpRequestContext, "era">): PlainServer => {
    // Without a connection of its own a client of the 2025 revisions could not be notified.
    const canSubscribe = subscriptions !== null && (stdioCaller !== null || era === "modern");
    const server = new PlainServer(information, canSubscribe ? notifying : options, asksPerson);
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const tool = byName.get(params.name);
      if (!tool) throw unknownTool(params.name, byName.keys());
      const caller = callerOf(context);
      const client = clientOf(server, context, caller);
      const card =
        services.boardPage && showsBoard(server, context) ? await cardOf(params.arguments) : null;
      const request = {
        tool,
        input: params.arguments,
        caller,
        client,
        trace: traceOf(context),
        dialogue: { ...elicitationOf(server, context), reply: answerOf(context) },
        card,
        pageBytes: pageBytesFor(revisionOf(server, context)),
      };
      const answered = active.run({ caller, connection: connectionOf(context) }, (connection) =>
        runCall(services, { ...request, connection }),
      );
      const outcome = await track(running, answered);
      const shown = outcome.kind === "reply" ? outcome.shown : null;
      const meta =
        card && shown ? await boardOfCall(services, { caller, client, card, shown }) : {};
      return resultOf(outcome, meta, (question) => ask(question, context));
    });
    return server;
  };

  const createServer = ({ era }: Pick<McpRequestContext, "era">): PlainServer => {
    const server = createCallServer({ era });
    server.setRequestHandler("tools/list", () => listing);
    addResources(server, services, callerOf);
    if (subscriptions && stdioCaller) {
      const own = new ConnectionSubscriptions({
        subscriptions,
        caller: stdioCaller,
        onUpdated: (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined),
        onProblem,
      });
      connected = own;
      for (const message of early.splice(0)) own.observe(message);
      server.onclose = () => own.close();
      if (era === "legacy") addSubscriptions(server, services, own);
    }
    addPrompts(server, services);
    addSkills(server, services);
    return server;
  };
  return {
    createServer,
    createCallServer,
    cancel: (caller, requestId) => active.cancel(caller, requestId),
    settled: async () => void (await Promise.allSettled(running)),
    busOf: subscriptions
      ? ({ extra }, body) => httpBus(subscriptions, { caller: extra?.caller, body, onProblem })
      : undefined,
    observe(message) {
      if (connected) connected.observe(message);
      else if (early.length < MAX_EARLY_MESSAGES) early.push(message);
    },
  };

  function callerOf(context: ServerContext): Caller {
    const caller = context.http?.authInfo?.extra?.caller ?? services.caller;
    if (!caller) throw new ProtocolError(ProtocolErrorCode.InternalError, "Nobody is signed in.");
    return caller as Caller;
  }

  async function cardOf(input: Record<string, unknown> = {}): Promise<Card> {
    const { ticket } = input;
    return { tickets, ticket: typeof ticket === "string" ? await tickets.open(ticket) : null };
  }

  async function ask({ message, state, url }: Question, context: ServerContext) {
    const requestedSchema = state.decision ? feedbackSchema : decisionSchema;
    return inputRequired({
      inputRequests: {
        [questionKey]: url
          ? inputRequired.elicitUrl({ message, url })
          : inputRequired.elicit({ message, requestedSchema }),
      },
      requestState: await codec.mint(state, context),
    });
  }
}

/** The board is declared only where it is built: never a blank frame. */
function optionsFor({ boardPage }: Services): ServerOptions {
  if (!boardPage) return OPTIONS;
  const { extensions } = OPTIONS.capabilities ?? {};
  const capabilities = {
    ...OPTIONS.capabilities,
    extensions: { ...extensions, [UI_EXTENSION]: {} },
  };
  return { ...OPTIONS, capabilities };
}

/**
 * For clients that can be notified. Tools and prompts do not change while a process runs, so there is nothing to send;
 * clients that miss the declaration warn of it. Resources do change, unannounced, so theirs is not declared.
 */
function withNotifications(options: ServerOptions): ServerOptions {
  const listed = { tools: { listChanged: true }, prompts: { listChanged: true } };
  const capabilities = { ...options.capabilities, ...listed, resources: { subscribe: true } };
  return { ...options, capabilities };
}

function listingFor({ boardPage }: Services, { listing, hasBoard }: Tool): Tool["listing"] {
  if (!boardPage || !hasBoard) return listing;
  return { ...listing, _meta: { ...listing._meta, ui: { resourceUri: BOARD_URI } } };
}

function unknownTool(name: string, known: Iterable<string>): ProtocolError {
  const similar = similarKey(name, known);
  const hint = similar ? ` (did you mean ${similar}?)` : "";
  return invalidParams(
    `Unknown tool: ${printableName(name)}${hint}. Next: call a tool that tools/list names.`,
  );
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK answers invalid parameters with the raw report of its schema library; this one says what to do. */
class PlainServer extends Server {
  readonly #asksPerson: (tool: unknown) => boolean;

  constructor(
    information: Implementation,
    options: ServerOptions,
    asksPerson: (tool: unknown) => boolean,
  ) {
    super(information, options);
    this.#asksPerson = asksPerson;
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      // The SDK validates calls a second time and copies their replies; only questions to a person need that.
      const isPlainCall =
        method === "tools/call" &&
        !this.#asksPerson(request.params?.name) &&
        context.mcpReq.requestState() === undefined;
      try {
        const result = await (isPlainCall ? handler : wrapped)(request, context);
        return resultFor(revisionOf(this, context), method, result);
      } catch (error) {
        if (error instanceof ProtocolError && !isSchemaReport(error)) throw error;
        const message = `The parameters of ${method} do not have the form it needs. Next: send params as its schema says, with arguments as an object.`;
        throw invalidParams(message);
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
  /** For the card alone; clients do not show it to the model. */
  board: Record<string, unknown>,
  ask: (question: Question) => Promise<Asked>,
): Promise<CallToolResult | Asked> {
  switch (outcome.kind) {
    case "question":
      return ask(outcome.question);
    case "failure":
      return { isError: true, content: [{ type: "text", text: outcome.text }] };
    case "reply": {
      const { planVersion, ...said } = outcome.reply as { readonly planVersion?: number };
      const json = JSON.stringify(said);
      const reply = showInvisible(said, json);
      const text = reply === said ? json : JSON.stringify(reply);
      const version = planVersion === undefined ? {} : { "trovella/planVersion": planVersion };
      const meta = { ...version, ...board };
      // Clients show the model one or the other, and neither shows it the version.
      return {
        ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
        content: [{ type: "text", text }],
        structuredContent: reply as Record<string, unknown>,
      };
    }
  }
}
