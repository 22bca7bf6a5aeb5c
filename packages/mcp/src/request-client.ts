import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { TraceParent } from "@trovella/foundation";
import { type Caller, shortClientName } from "@trovella/research";
import { declaresBoard } from "./board/board-extension.ts";
import type { CallConnection } from "./calls/call-connection.ts";

/** The program that calls, as it names itself. */
export interface Client {
  readonly name: string | null;
  readonly version: string | null;
}

/**
 * 2026-07-28 clients name themselves with each request, older ones when they connect. Those of 2025 connect again with
 * each request over HTTP, so their credential or User-Agent names them.
 */
export function clientOf(server: Server, context: ServerContext, caller: Caller): Client {
  const named = envelopeOf(context)?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const { name, version } = (named ?? {}) as { name?: unknown; version?: unknown };
  return {
    name: shortClientName(name) ?? shortClientName(caller.clientName),
    version: shortClientName(version),
  };
}

export function traceOf({ mcpReq }: ServerContext): TraceParent | null {
  const { traceparent, tracestate } = (mcpReq._meta ?? {}) as Record<string, unknown>;
  if (typeof traceparent !== "string") return null;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
}

/** The connection of a request, with its client's wish for progress notifications. */
export function connectionOf({ mcpReq, http }: ServerContext): CallConnection {
  const { progressToken } = mcpReq._meta ?? {};
  const { isStillAuthorized } = (http?.authInfo ?? {}) as Pick<CallConnection, "isStillAuthorized">;
  return {
    requestId: mcpReq.id,
    signal: mcpReq.signal,
    isCancelledApart: http !== undefined && mcpReq.envelope === undefined,
    isStillAuthorized,
    report:
      progressToken === undefined
        ? null
        : (progress) => {
            const params = { progressToken, ...progress };
            // A client that is gone ends the wait by itself.
            mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
          },
  };
}

/** Whether the client can show its user a form, and whether it can open a page for them (elicitation). */
export function elicitationOf(server: Server, context: ServerContext) {
  const { elicitation } = (capabilitiesOf(server, context) ?? {}) as {
    elicitation?: { form?: object; url?: object };
  };
  return {
    // Before there were modes, an empty object meant forms.
    isPossible: !!elicitation && (!!elicitation.form || !elicitation.url),
    canOpenUrl: !!elicitation?.url,
  };
}

/** Whether the client shows the board inside the chat. Over HTTP those of 2025 cannot say so with a call. */
export function showsBoard(server: Server, context: ServerContext): boolean {
  return declaresBoard(capabilitiesOf(server, context));
}

/** 2026-07-28 clients send them with each request, older ones when they connect. */
function capabilitiesOf(server: Server, context: ServerContext): unknown {
  const envelope = envelopeOf(context);
  return envelope ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
}

function envelopeOf({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> | undefined {
  return mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
}
