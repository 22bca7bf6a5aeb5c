import { isDeepStrictEqual } from "node:util";
import type { Client } from "./clients.ts";

/** How a client reaches Trovella. */
export type Server =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly transport: "http"; readonly url: string };

/** What stands under the name "trovella" in a client's file. */
export type Entry = Readonly<Record<string, unknown>>;

/** One key to set, or to remove where the value is undefined. */
export interface Change {
  readonly path: readonly string[];
  readonly value: unknown;
}

export const ENTRY_NAME = "trovella";

/** The keys that say where the server is; whatever else stands in an entry belongs to the person. */
const KEYS = ["type", "command", "args", "url", "httpUrl"];
const MCP_PATHS = ["/mcp", "/api/mcp"];

export function entryFor(client: Client, server: Server): Entry {
  const type = client.namesType ? { type: server.transport } : {};
  if (server.transport === "http") return { ...type, [client.urlKey]: server.url };
  const { command, args, env } = server;
  return { ...type, command, args, ...(Object.keys(env).length > 0 ? { env } : {}) };
}

/** What an entry starts or calls; undefined when it is nothing that Trovella would write. */
export function serverOf(entry: unknown): Server | undefined {
  if (!isRecord(entry)) return undefined;
  const url = entry.httpUrl ?? entry.url;
  if (typeof url === "string") return { transport: "http", url };
  const { command, args = [], env = {} } = entry;
  if (typeof command !== "string" || !Array.isArray(args) || !args.every(isString))
    return undefined;
  return { transport: "stdio", command, args, env: { ...handedOn(entry), ...stringsOf(env) } };
}

/**
 * Whose entry it is: of this or another Trovella on this computer ("ours"), of a Trovella elsewhere,
 * which somebody chose on purpose ("elsewhere"), or of something else ("foreign").
 */
export function ownerOf(entry: unknown): "ours" | "elsewhere" | "foreign" {
  const server = serverOf(entry);
  if (!server) return "foreign";
  if (server.transport === "stdio") return startsTrovella(server) ? "ours" : "foreign";
  if (!URL.canParse(server.url)) return "foreign";
  const { pathname, hostname } = new URL(server.url);
  if (!MCP_PATHS.includes(pathname)) return "foreign";
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? "ours" : "elsewhere";
}

/** What must change in an entry so that it leads where `wanted` leads; what it has besides stays. */
export function changesTo(entry: Entry, wanted: Entry): Change[] {
  const changes = KEYS.map((key) => ({ path: [key], value: wanted[key] })).filter(
    ({ path: [key = ""], value }) => !isDeepStrictEqual(plain(entry[key]), value),
  );
  const isStarted = wanted.command !== undefined;
  if (!isStarted) return entry.env ? [...changes, { path: ["env"], value: undefined }] : changes;
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

/** Parsers make objects without a prototype, which a strict comparison tells apart. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Codex names the variables that it hands on; the others write them as values. */
function handedOn({ env_vars }: Entry): Record<string, string> {
  const names = Array.isArray(env_vars) ? env_vars.filter(isString) : [];
  return Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
}

function stringsOf(table: unknown): Record<string, string> {
  const entries = isRecord(table) ? Object.entries(table) : [];
  return Object.fromEntries(entries.filter((pair): pair is [string, string] => isString(pair[1])));
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
