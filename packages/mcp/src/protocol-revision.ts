import type { Result, Server, ServerContext } from "@modelcontextprotocol/server";
import { PROTOCOL_REVISION } from "@trovella/foundation";
import type { Authorized } from "./http/authorized.ts";
import { DEFAULT_PAGE_BYTES } from "./replies/context-page.ts";

/** The first with structured results, schemas of replies, titles and `_meta` of tools. */
const FIRST_STRUCTURED = "2025-06-18";
/** As the specification says of a request over HTTP that names none. */
const ASSUMED_REVISION = "2025-03-26";
/** Clients this old show the model 8,000 characters of a reply as JSON. */
const SMALL_PAGE_BYTES = 6_000;

/** The protocol revision that the client of a request speaks. */
export function revisionOf(server: Server, { mcpReq, http }: ServerContext): string {
  if (mcpReq.envelope) return PROTOCOL_REVISION;
  if (http) return (http.authInfo as Authorized | undefined)?.revision ?? ASSUMED_REVISION;
  return server.getNegotiatedProtocolVersion() ?? PROTOCOL_REVISION;
}

/** How large a page is unless the client asks for another size. */
export function pageBytesFor(revision: string): number {
  return revision < FIRST_STRUCTURED ? SMALL_PAGE_BYTES : DEFAULT_PAGE_BYTES;
}

/**
 * The result without the fields that its revision does not have. Some old clients hand the model whatever they are sent,
 * so it would read every reply twice.
 */
export function resultFor(revision: string, method: string, result: Result): Result {
  if (revision >= FIRST_STRUCTURED) return result;
  if (method === "tools/call") return without(result, ["structuredContent"]);
  const [list] = LISTS.filter(([listing]) => listing === method);
  const entries = list && result[list[1]];
  if (!list || !Array.isArray(entries)) return result;
  return { ...result, [list[1]]: entries.map((entry: object) => without(entry, LATER_FIELDS)) };
}

const LATER_FIELDS = ["title", "outputSchema", "_meta"];
const LISTS = [
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
] as const;

function without<T extends object>(value: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as T;
}
