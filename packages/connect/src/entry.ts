import { isDeepStrictEqual } from "node:util";
import type { ClientDefinition } from "./client-definition.ts";

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

type Shaped = Pick<ClientDefinition, "shape">;

/** The keys that say where the server is, in any client; every other key of an entry belongs to the user. */
const SERVER_KEYS = [
  "type",
  "command",
  "cmd",
  "args",
  "url",
  "httpUrl",
  "serverUrl",
  "uri",
  "transport",
];
const URL_KEYS = ["httpUrl", "url", "serverUrl", "uri"];
const MCP_PATHS = ["/mcp", "/api/mcp"];

/** A new entry for the server, in the shape that the client reads. */
export function entryFor({ shape }: Shaped, server: ServerEndpoint): ServerEntry {
  if (server.transport === "http") {
    if (!shape.http) throw new Error("the client takes no URL");
    const { fixed, initial, url } = shape.http;
    return ordered({ ...fixed, [url]: server.url }, initial);
  }
  const { fixed, initial, command, args, env } = shape.stdio;
  const program = args
    ? { [command]: server.command, [args]: server.args }
    : { [command]: [server.command, ...server.args] };
  const variables = Object.keys(server.env).length > 0 ? { [env]: server.env } : {};
  return ordered({ ...fixed, ...program, ...variables }, initial);
}

/** The server an entry starts or calls; undefined when Trovella would not write such an entry. */
export function parseEntry(entry: unknown): ServerEndpoint | undefined {
  if (!isRecord(entry)) return undefined;
  // Cline's own command writes where the server is one level deeper.
  const place = isRecord(entry.transport) ? { ...entry, ...entry.transport } : entry;
  const url = URL_KEYS.map((key) => place[key]).find(isString);
  if (url !== undefined) return { transport: "http", url };
  const [command, ...args] = [place.command ?? place.cmd, place.args ?? []].flat();
  if (!isString(command) || !args.every(isString)) return undefined;
  if (place.args !== undefined && !Array.isArray(place.args)) return undefined;
  const env = stringValues(place.env ?? place.environment ?? place.envs ?? {});
  return { transport: "stdio", command, args, env: { ...forwardedVariables(entry), ...env } };
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
export function entryChanges(
  entry: ServerEntry,
  wanted: ServerEntry,
  { shape }: Shaped,
): KeyChange[] {
  const changes = SERVER_KEYS.map((key) => ({ path: [key], value: wanted[key] })).filter(
    ({ path: [key = ""], value }) => !isDeepStrictEqual(plain(entry[key]), value),
  );
  const { env } = shape.stdio;
  if (parseEntry(wanted)?.transport === "http") {
    return entry[env] ? [...changes, { path: [env], value: undefined }] : changes;
  }
  const present = isRecord(entry[env]) ? entry[env] : {};
  const variables = Object.entries(isRecord(wanted[env]) ? wanted[env] : {})
    .filter(([name, value]) => present[name] !== value)
    .map(([name, value]) => ({ path: [env, name], value }));
  return [...changes, ...variables];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A name comes first, as people write it. */
function ordered(keys: ServerEntry, initial: ServerEntry = {}): ServerEntry {
  const { name, ...rest } = initial;
  return { ...(name === undefined ? {} : { name }), ...keys, ...rest };
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

/** Codex and goose list the names of forwarded variables; the others write them as values. */
function forwardedVariables({ env_vars, env_keys }: ServerEntry): Record<string, string> {
  const names = [env_vars, env_keys].flat().filter(isString);
  return Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
}

function stringValues(table: unknown): Record<string, string> {
  const entries = isRecord(table) ? Object.entries(table) : [];
  return Object.fromEntries(entries.filter((pair): pair is [string, string] => isString(pair[1])));
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
