import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { TraceParent } from "@trovella/foundation";

/** The program that calls, as it names itself. */
export interface Client {
  readonly name: string | null;
  readonly version: string | null;
}

const MAX_NAME_CHARACTERS = 100;

/** 2026-07-28 clients name themselves with each request, older ones when they connect. */
export function clientOf(server: Server, context: ServerContext): Client {
  const named = envelopeOf(context)?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const { name, version } = (named ?? {}) as { name?: unknown; version?: unknown };
  return { name: shortName(name), version: shortName(version) };
}

export function traceOf({ mcpReq }: ServerContext): TraceParent | null {
  const { traceparent, tracestate } = (mcpReq._meta ?? {}) as Record<string, unknown>;
  if (typeof traceparent !== "string") return null;
  return typeof tracestate === "string" ? { traceparent, tracestate } : { traceparent };
}

/** Whether the client can show its user a form (elicitation). */
export function canElicit(server: Server, context: ServerContext): boolean {
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

/** Clients choose their own names, so control characters are removed and the length is limited. */
function shortName(name: unknown): string | null {
  if (typeof name !== "string" || name.length === 0) return null;
  return name.toWellFormed().replace(/\p{C}/gu, "").slice(0, MAX_NAME_CHARACTERS);
}
