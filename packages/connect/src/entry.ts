import { isDeepStrictEqual } from "node:util";
import type { ClientDefinition } from "./clients.ts";

/** An MCP server as a client starts or calls it. */
export type ServerEndpoint =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly transport: "http"; readonly url: string };

/** The value under the name "trovella" in a client's file. */
export type ServerEntry = Readonly<Record<string, unknown>>;

/** One key to set, or to remove where the value is undefined. */
export interface KeyChange {
  readonly path: readonly string[];
  readonly value: unknown;
}

export const ENTRY_NAME = "trovella";

/** The keys that say where the server is; every other key of an entry belongs to the user. */
const SERVER_KEYS = ["type", "command", "args", "url", "httpUrl"];
const MCP_PATHS = ["/mcp", "/api/mcp"];

export function entryFor(client: ClientDefinition, server: ServerEndpoint): ServerEntry {
  const type = client.hasTypeKey ? { type: server.transport } : {};
  if (server.transport === "http") return { ...type, [client.urlKey]: server.url };
  const { command, args, env } = server;
  return { ...type, command, args, ...(Object.keys(env).length > 0 ? { env } : {}) };
}

/** The server an entry starts or calls; undefined when Trovella would not write such an entry. */
export function parseEntry(entry: unknown): ServerEndpoint | undefined {
  if (!isRecord(entry)) return undefined;
  const url = entry.httpUrl ?? entry.url;
  if (typeof url === "string") return { transport: "http", url };
  const { command, args = [], env = {} } = entry;
  if (typeof command !== "string" || !Array.isArray(args) || !args.every(isString))
    return undefined;
  return {
    transport: "stdio",
    command,
    args,
    env: { ...forwardedVariables(entry), ...stringValues(env) },
  };
}

/**
 * The owner of an entry: a Trovella on this computer ("ours"), a remote Trovella that the user chose
 * deliberately ("elsewhere"), or another program ("foreign").
 */
export function entryOwner(entry: unknown): "ours" | "elsewhere" | "foreign" {
  const server = parseEntry(entry);
  if (!server) return "foreign";
  if (server.transport === "stdio") return startsTrovella(server) ? "ours" : "foreign";
  if (!URL.canParse(server.url)) return "foreign";
  const { pathname, hostname } = new URL(server.url);
  if (!MCP_PATHS.includes(pathname)) return "foreign";
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? "ours" : "elsewhere";
}

/** The changes that point an entry at the server of `wanted`; the user's own keys stay. */
export function entryChanges(entry: ServerEntry, wanted: ServerEntry): KeyChange[] {
  const changes = SERVER_KEYS.map((key) => ({ path: [key], value: wanted[key] })).filter(
    ({ path: [key = ""], value }) => !isDeepStrictEqual(plain(entry[key]), value),
  );
  const isStdio = wanted.command !== undefined;
  if (!isStdio) return entry.env ? [...changes, { path: ["env"], value: undefined }] : changes;
  const present = isRecord(entry.env) ? entry.env : {};
  const variables = Object.entries(isRecord(wanted.env) ? wanted.env : {})
    .filter(([name, value]) => present[name] !== value)
    .map(([name, value]) => ({ path: ["env", name], value }));
  return [...changes, ...variables];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function startsTrovella({ command, args }: { command: string; args: readonly string[] }): boolean {
  const isProgram = (part: string) =>
    /(^|[\\/])trovella(@[\w.-]+)?(\.mjs|\.cmd|\.exe)?$/.test(part);
  return args.at(-1) === "mcp" && [command, ...args].some(isProgram);
}

/** Parsers create objects without a prototype, which never equal ordinary ones strictly. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Codex lists the names of forwarded variables; the others write them as values. */
function forwardedVariables({ env_vars }: ServerEntry): Record<string, string> {
  const names = Array.isArray(env_vars) ? env_vars.filter(isString) : [];
  return Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
}

function stringValues(table: unknown): Record<string, string> {
  const entries = isRecord(table) ? Object.entries(table) : [];
  return Object.fromEntries(entries.filter((pair): pair is [string, string] => isString(pair[1])));
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
